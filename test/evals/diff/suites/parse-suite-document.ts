/** Reads the documents of test suites, many of which are incomplete: what is clear is repaired. */
import { parseContract } from '../../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../../spec/model/contract.ts';
import { toDocumentUrl } from '../../../../spec/source/read-source.ts';

export async function parseSuiteDocument(file: string, text: string): Promise<Contract> {
  const url = toDocumentUrl(file);
  try {
    return await parseContract(url, text, [], { acceptsEmpty: true });
  } catch {
    return parseContract(url, text, [], { mode: 'lenient', acceptsEmpty: true });
  }
}
