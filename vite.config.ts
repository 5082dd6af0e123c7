import { fileURLToPath } from "node:url";
import preact from "@preact/preset-vite";
import { defineConfig } from "vite";

/** Builds the page inside the report: one classic script and one style sheet, which `report/html.ts` puts into the file. */
export default defineConfig({
  plugins: [preact({ devToolsEnabled: false, prefreshEnabled: false })],
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: "dist/page",
    emptyOutDir: true,
    target: "es2022",
    // The report opens where the strictest content policy holds: nothing may be loaded or inlined as a URL.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    lib: {
      entry: fileURLToPath(new URL("src/report/page/main.tsx", import.meta.url)),
      formats: ["iife"],
      name: "touchstonePage",
      fileName: () => "page.js",
      cssFileName: "page",
    },
  },
});
