/** The values that a run was missing, as a snippet for plant-store.yaml. */
import type { Report } from '../../report/report.ts';
import { valuesToSupply } from '../../report/values-to-supply.ts';
import type { TextStyle } from './terminal.ts';

/** Leaves space for the rest of the screen. */
const MAX_LINES = 16;

export function supplyLines({ stages }: Report, style: TextStyle, maxLines = MAX_LINES): readonly string[] {
  const snippet = valuesToSupply(stages.flatMap(({ run }) => run?.missingValues ?? []));
  if (snippet === undefined) return [];
  const { title, lines } = snippet;
  const rest = lines.length - maxLines;
  return [
    `${style.yellow('supply')}   ${title}; in plant-store.yaml:`,
    ...lines.slice(0, maxLines).map((line) => `  ${line}`),
    ...(rest > 0 ? [style.dim(`  and ${rest} more lines: --verbose prints all, and so does every report`)] : []),
  ];
}
