/** Generates docs/reference/error-codes.md from mock/http/http-error.ts: `node test/mock/http/error-codes-page.ts`. */
import { writeFileSync } from 'node:fs';
import { httpErrorTable, violationCodes } from '../../../mock/http/http-error.ts';

export const CODES_DOCUMENT = 'docs/reference/error-codes.md';

export function codesDocument(): string {
  const refusals = Object.entries(httpErrorTable).toSorted(([, a], [, b]) => a.code - b.code);
  const keywords = Map.groupBy(Object.entries(violationCodes), ([, code]) => code);
  return `# Error codes

The numbers in the errors of the mock, and what each one means.

The mock puts the number into the number field of the error that the contract declares (\`code\`, \`error\`, \`errorCode\`, ...), or into
\`code\` of an \`application/problem+json\`. Numbers do not change between versions, so your tests can rely on them. The column "rule" is
the \`code\` of an entry in the header \`sl-violations\`.

This page is generated from \`mock/http/http-error.ts\`; a test compares the two.

## Schema violations: 11xx

The status is the declared 422, else 400. If several rules are violated, the number is that of the first one; \`sl-violations\` lists all.

A list or a map of fields that the error declares (\`errors: [{ field, message }]\`, \`errors: { name: [...] }\`) contains the first 50. If the
code is an enum of strings, the mock uses the one that names the status: \`not_found\`, \`VALIDATION_ERROR\`.

| number | rule: the JSON Schema keyword |
| --- | --- |
${[...keywords].map(([code, group]) => `| ${code} | ${group.map(([name]) => `\`${name}\``).join(', ')} |`).join('\n')}
| ${httpErrorTable.invalid.code} | any other keyword |

## Other errors

A status of 400 is the declared 400, else 422. For a media type or a content coding it is the declared 415 first, and 415 if the
contract declares none of them.

| number | rule | status | error |
| --- | --- | --- | --- |
${refusals
  .filter(([kind]) => kind !== 'invalid')
  .map(([kind, { code, status, title }]) => `| ${code} | \`${kind}\` | ${status} | ${title} |`)
  .join('\n')}

## Requested errors

If \`Prefer: code=\` or a rule requests an error, nothing is violated. Its number is then the status, unless the contract declares an
example, which is returned unchanged. A status that the contract does not declare is an \`application/problem+json\`. The exceptions are 401,
406, 413 and 415, which the mock also returns by itself: they use the shape of the declared 400 or 422.
`;
}

if (import.meta.main) writeFileSync(CODES_DOCUMENT, codesDocument());
