/** `/orders/{id}` and `/orders/{orderId}` are the same path: both give `/orders/{}`. */
export function plainPath(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
