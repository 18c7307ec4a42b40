/** The list of repairs that a contract has: their order, and the operation of each. */
import type { Operation, Repair } from '../model/contract.ts';
import type { SourceFile } from '../source/source-file.ts';

/** The main document comes first. */
export function sortRepairs(repairs: readonly Repair[], main: SourceFile): readonly Repair[] {
  const fileOrder = ({ place }: Repair) => (place.file === main.name ? '' : place.file);
  return repairs.toSorted((a, b) =>
    fileOrder(a) === fileOrder(b) ? a.place.line - b.place.line : fileOrder(a) < fileOrder(b) ? -1 : 1,
  );
}

/** With the operation that each repaired place belongs to; those of components and of the document belong to none. */
export function nameOperations(repairs: readonly Repair[], operations: readonly Operation[]): readonly Repair[] {
  if (repairs.length === 0) return repairs;
  const ids = new Map(operations.map(({ id, place }) => [`${place.file} ${place.pointer}`, id]));
  return repairs.map((repair) => {
    const { file, pointer } = repair.place;
    const id = ids.get(`${file} ${OPERATION.exec(pointer)?.[0] ?? ''}`);
    return repair.operation === undefined && id !== undefined ? { ...repair, operation: id } : repair;
  });
}

const OPERATION = /^\/paths\/[^/]+\/[^/]+/;
