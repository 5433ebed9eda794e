import { defineConfig } from "vitest/config";

// Where a running service is, for `npm run dev`: the address that `euchre web` prints.
const origin = process.env.EUCHRE_ORIGIN ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, reportCompressedSize: true },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: { proxy: { "/euchre.v1": origin } },
  test: { environment: "node", include: ["test/**/*.test.ts"] },
});
