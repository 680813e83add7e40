/** `+`, asterisks, the last four digits (decisions 2.21). */
export function maskPhone(number: string): string {
  return `+${'*'.repeat(Math.max(0, number.length - 5))}${number.slice(-4)}`;
}
