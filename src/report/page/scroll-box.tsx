import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useText } from "./language.ts";

interface ScrollBoxProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Lets a wide table scroll by itself, also by the keyboard; where there is more to the side it says so. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  const { t } = useText();
  const box = useRef<HTMLElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const observer = new ResizeObserver(() => setCut(current.scrollWidth > current.clientWidth + 1));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      {isCut && <p class="small scroll-hint">{t("scrollHint")}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section ref={box} class="scroll" aria-label={label} tabIndex={0}>
        {children}
      </section>
    </>
  );
}
