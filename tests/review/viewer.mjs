// What pdf.js sees of a file, as JSON: node viewer.mjs FILE, in a folder with pdfjs-dist installed.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const resolve = createRequire(`${process.cwd()}/`).resolve;
const { getDocument, OPS } = await import(
  pathToFileURL(resolve("pdfjs-dist/legacy/build/pdf.mjs"))
);
const data = new Uint8Array(readFileSync(process.argv[2]));
const file = await getDocument({ data, verbosity: 0, useSystemFonts: false }).promise;
const pages = [];
for (let number = 1; number <= file.numPages; number++) {
  const page = await file.getPage(number);
  const annotations = (await page.getAnnotations()).map((item) => ({
    type: item.subtype,
    author: item.titleObj?.str ?? "",
    contents: item.contentsObj?.str ?? "",
    drawn: item.hasAppearance ?? false,
    rect: item.rect,
  }));
  const { fnArray } = await page.getOperatorList();
  const drawn = fnArray.filter((operation) => operation === OPS.beginAnnotation).length;
  pages.push({ annotations, drawn });
}
const entries = async (items) =>
  Promise.all(
    (items ?? []).map(async ({ title, dest, items: below }) => ({
      title,
      page: Array.isArray(dest) ? await file.getPageIndex(dest[0]) : null,
      items: await entries(below),
    })),
  );
console.log(JSON.stringify({ pages, outline: await entries(await file.getOutline()) }));
await file.destroy();
