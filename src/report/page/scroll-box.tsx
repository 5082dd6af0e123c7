import type { ComponentChildren } from "preact";

interface ScrollBoxProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Lets a wide table scroll by itself on a narrow screen, also by the keyboard. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
