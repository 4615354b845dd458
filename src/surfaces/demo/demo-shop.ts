// The project of `helix demo`: a small shop, what is changed in it, and outputs of its programs, recorded by vitest
// 5.1.1 and npm 11.19.1.

/** The files of the project by their path. */
export const SHOP: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n\nA small shop. `npm test` runs its tests.\n",
  "package.json": `{
  "name": "shop",
  "type": "module",
  "scripts": { "test": "vitest run" },
  "devDependencies": { "vitest": "5.1.1" }
}
`,
  "src/money.ts": `// Amounts are whole cents.

/** Rounds half up, as the tax office wants it. */
export function roundCents(amount: number): number {
  return Math.floor(amount + 0.5);
}

export function formatCents(cents: number): string {
  return \`\${Math.floor(cents / 100)}.\${String(cents % 100).padStart(2, "0")}\`;
}
`,
  "src/cart.ts": `export interface Line {
  readonly name: string;
  readonly cents: number;
  readonly count: number;
}

export class Cart {
  readonly lines: Line[] = [];

  add(line: Line): void {
    this.lines.push(line);
  }

  subtotal(): number {
    return this.lines.reduce((sum, { cents, count }) => sum + cents * count, 0);
  }
}
`,
  "src/tax.ts": `import { roundCents } from "./money.ts";

const RATE = 0.19;

export function taxOf(cents: number): number {
  return roundCents(cents * RATE);
}
`,
  "src/checkout.ts": `import type { Cart } from "./cart.ts";
import { taxOf } from "./tax.ts";

/** What the customer pays: the goods, then the tax on them. */
export function checkoutTotal(cart: Cart): number {
  const goods = cart.subtotal();
  return goods + taxOf(goods);
}
`,
  "src/receipt.ts": `import type { Cart } from "./cart.ts";
import { checkoutTotal } from "./checkout.ts";
import { formatCents } from "./money.ts";

export function receiptOf(cart: Cart): string {
  const lines = cart.lines.map(({ name, count, cents }) => \`\${count} x \${name} \${formatCents(cents)}\`);
  return [...lines, \`total \${formatCents(checkoutTotal(cart))}\`].join("\\n");
}
`,
  "src/server.ts": `import { Cart } from "./cart.ts";
import { receiptOf } from "./receipt.ts";

export function answer(body: string): string {
  const cart = new Cart();
  for (const line of JSON.parse(body)) cart.add(line);
  return receiptOf(cart);
}
`,
  "tests/checkout.test.ts": `import { expect, test } from "vitest";
import { Cart } from "../src/cart.ts";
import { checkoutTotal } from "../src/checkout.ts";

test("tax is added to the goods", () => {
  const cart = new Cart();
  cart.add({ name: "tea", cents: 450, count: 2 });
  expect(checkoutTotal(cart)).toBe(1071);
});
`,
};

const DISCOUNT = (body: string) => `import type { Cart } from "./cart.ts";
import { roundCents } from "./money.ts";

const CODES: Readonly<Record<string, number>> = { SPRING: 0.1 };

/** What a code takes off the goods. */
export function discountOf(cart: Cart, code: string): number {
  const rate = CODES[code] ?? 0;
  return ${body};
}
`;
const EACH_LINE = "cart.lines.reduce((sum, { cents, count }) => sum + roundCents(cents * count * rate), 0)";
const ONCE = "roundCents(cart.subtotal() * rate)";

/** The discount that rounds each line, and the one that rounds once. */
export const DISCOUNTS = { wrong: DISCOUNT(EACH_LINE), right: DISCOUNT(ONCE), eachLine: EACH_LINE, once: ONCE };

export const SIGNATURE = "export function checkoutTotal(cart: Cart): number {";
export const NEW_SIGNATURE = 'export function checkoutTotal(cart: Cart, code = ""): number {';

/** Checkout with discount codes. */
export const CHECKOUT = SHOP["src/checkout.ts"]!.replace(SIGNATURE, NEW_SIGNATURE)
  .replace("cart.subtotal()", "cart.subtotal() - discountOf(cart, code)")
  .replace("import { taxOf", 'import { discountOf } from "./discount.ts";\nimport { taxOf');

/** The tests with one of the discount. */
export const TESTS = `${SHOP["tests/checkout.test.ts"]}
test("SPRING takes a tenth off the goods", () => {
  const cart = new Cart();
  cart.add({ name: "tea", cents: 445, count: 1 });
  cart.add({ name: "honey", cents: 795, count: 1 });
  expect(checkoutTotal(cart, "SPRING")).toBe(1328);
});
`;

/** The plan that the assistant saves. */
export const PLAN = {
  objective: "Discount codes at checkout",
  tasks: [
    {
      seq: "001",
      slug: "discount-codes",
      objective: "checkout: SPRING takes 10 percent off the total",
      delta: ["src/discount.ts", "src/checkout.ts", "tests/checkout.test.ts"],
      verify: "npm test",
      budget: 9,
    },
    {
      seq: "002",
      slug: "show-discount",
      objective: "the receipt shows the discount",
      delta: ["src/receipt.ts"],
      verify: "npm test",
      depends: "001",
      budget: 5,
    },
  ],
};
