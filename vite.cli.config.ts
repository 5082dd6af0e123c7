import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const source = fileURLToPath(new URL("src/", import.meta.url));

/**
 * Puts the modules of the command line together into a few files: loading three hundred
 * takes several times as long as the smallest command. Packages stay packages. All files
 * lie one folder deep, as most modules do, so that a module finds what lies beside it by
 * the place that it has without this.
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
  build: {
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
