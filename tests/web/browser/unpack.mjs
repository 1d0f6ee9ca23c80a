// Takes the brotli off every file named, into the folder named first.
import { createReadStream, createWriteStream } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const [folder, ...files] = process.argv.slice(2);
for (const file of files) {
  const out = join(folder, basename(file, ".br"));
  await pipeline(createReadStream(file), createBrotliDecompress(), createWriteStream(out));
}
