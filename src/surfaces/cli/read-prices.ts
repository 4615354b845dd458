// Reads what models cost: helix's prices with those of the user's file.

import { invalid } from "../../base/errors.ts";
import { type ModelPrice, PRICES_BYTES_MAX, PRICES_NAME, pricesWith } from "../../features/gain/price-table.ts";
import { diskFileSystem } from "../../platform/disk-file-system.ts";
import { readWhole } from "../../platform/whole-file.ts";

/** The prices for a knowledge base directory. Throws INVALID_ARGUMENT for a bad file. */
export function readPrices(directory: string): readonly ModelPrice[] {
  const path = `${directory}/${PRICES_NAME}`;
  const bytes = readWhole(diskFileSystem, path, PRICES_BYTES_MAX);
  if (bytes === "too long") throw invalid(`${path} has more than ${PRICES_BYTES_MAX} bytes: leave only prices in it`);
  return pricesWith(bytes === null ? null : new TextDecoder().decode(bytes), path);
}
