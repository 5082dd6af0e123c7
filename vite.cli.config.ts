import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const source = fileURLToPath(new URL("src/", import.meta.url));

/**
 * Packages that nearly every command needs and that are many small files: six hundred of them took 0.3 s of a run.
 * Their licences are written beside, to `dist/.vite/license.md`. Those with native parts or scripts stay packages.
 */
const bundled = [
  "@clack/prompts",
  "cephes",
  "cockatiel",
  "commander",
  "csv-parse",
  "eventsource-parser",
  "handlebars",
  "jsonrepair",
  "minisearch",
  "openai",
  "p-queue",
  "undici",
  "yaml",
  "zod",
];

/**
 * Puts the modules of the command line together into a few files: loading a thousand
 * takes several times as long as the smallest command. All files lie one folder deep, as
 * most modules do, so that a module finds what lies beside it by the place that it has
 * without this.
 */
export default defineConfig({
  plugins: [
    {
      name: "places-of-modules",
      transform(code, id) {
        if (!id.startsWith(source) || !code.includes("import.meta.url")) return null;
        const place = relative(source, id).split(sep).join("/").replace(/\.ts$/, ".js");
        return code.replaceAll("import.meta.url", `new URL("../${place}", import.meta.url).href`);
      },
    },
  ],
  ssr: { noExternal: bundled },
  build: {
    license: true,
    ssr: fileURLToPath(new URL("src/cli/main.ts", import.meta.url)),
    outDir: "dist",
    emptyOutDir: false,
    target: "node20",
    minify: false,
    rolldownOptions: {
      output: { entryFileNames: "cli/main.js", chunkFileNames: "chunks/[name].js" },
    },
  },
});
