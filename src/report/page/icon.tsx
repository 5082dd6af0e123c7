const paths = {
  pass: "M5 12.5l4.5 4.5L19 7.5",
  fail: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  unclear: "M12 6v7.5M12 17.5v.5",
  watched: "M6 12h12",
  worse: "M12 5v13M6.5 12.5L12 18l5.5-5.5",
  better: "M12 19V6M6.5 11.5L12 6l5.5 5.5",
} as const;

/** The name of a sign. */
export type IconName = keyof typeof paths;

/** A small sign. It says nothing on its own: the words stand beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
