// Binary search in what is in order.

/** The first number of `[from, to)` for which `isBefore` is false, else `to`. It must be true for none behind that. */
export function partitionPoint(from: number, to: number, isBefore: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first of `count` ascending numbers that is not below `value`, else `count`. For hot loops. */
export function lowerBound<Value extends number | bigint>(
  numbers: ArrayLike<Value>,
  value: Value,
  count = numbers.length,
): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
