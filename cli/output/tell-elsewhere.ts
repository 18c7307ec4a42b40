/** Tells on stderr which operations are not asked for below the base URL. */
import { elsewhereLines } from '../../contracts/conformance/request/parameters/base-url.ts';
import { styleFor } from '../../contracts/render/text/style.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { visible } from '../../text.ts';

const MOST = 3;

export function tellElsewhere(contract: Contract, baseUrl: string): void {
  const lines = elsewhereLines(contract, baseUrl);
  const { yellow } = styleFor(process.stderr);
  for (const line of lines.slice(0, MOST)) process.stderr.write(`${yellow('servers')}: ${visible(line)}\n`);
  if (lines.length > MOST) process.stderr.write(`  and ${lines.length - MOST} more base paths\n`);
}
