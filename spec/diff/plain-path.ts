/** `/plants/{id}` and `/plants/{plantId}` are the same path: both give `/plants/{}`. */
export function plainPath(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
