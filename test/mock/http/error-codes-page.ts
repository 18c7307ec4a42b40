/** docs/codes.md, generated from mock/http/http-error.ts by `node test/mock/http/error-codes-page.ts`. */
import { writeFileSync } from 'node:fs';
import { httpErrorTable, violationCodes } from '../../../mock/http/http-error.ts';

export const CODES_DOCUMENT = 'docs/reference/error-codes.md';

export function codesDocument(): string {
  const errors = Object.entries(httpErrorTable).toSorted(([, a], [, b]) => a.code - b.code);
  const keywords = Map.groupBy(Object.entries(violationCodes), ([, code]) => code);
  return `# Error codes of the mock

These codes are the value of the numeric property of the error that the contract declares (\`code\`, \`error\`, \`errorCode\`,
...), and of \`code\` in an \`application/problem+json\`. They are stable across versions, so tests can rely on them. The rule
is the \`code\` of an entry in the header \`sl-violations\`. This page is generated from \`mock/http/http-error.ts\`, which a
test enforces.

## Schema violations: 11xx

The status is the declared 422, or 400 without one. If several rules are violated, the code is that of the first one;
\`sl-violations\` has all of them.
An array or a map of fields in the declared error (\`errors: [{ field, message }]\`, \`errors: { name: [...] }\`) contains the
first 50. If the declared code is an enum of names, it is the name for the status: \`not_found\`, \`VALIDATION_ERROR\`.

| code | rule: the JSON Schema keyword |
| --- | --- |
${[...keywords].map(([code, group]) => `| ${code} | ${group.map(([name]) => `\`${name}\``).join(', ')} |`).join('\n')}
| ${httpErrorTable.invalid.code} | any other keyword |

## Other errors

A status of 400 is the declared 400, or the declared 422. For a media type, a content coding or an undeclared body, a declared 415 takes
precedence; it is also the status if the contract declares none of them.

| code | rule | status | error |
| --- | --- | --- | --- |
${errors
  .filter(([kind]) => kind !== 'invalid')
  .map(([kind, { code, status, title }]) => `| ${code} | \`${kind}\` | ${status} | ${title} |`)
  .join('\n')}

## Requested errors

An error that \`Prefer: code=\` or a scenario rule requests is not a violation. Its code is the status, unless the contract
declares an example, which is returned unchanged. An undeclared status is an \`application/problem+json\`; 401, 406, 413 and
415, which the mock also returns by itself, use the schema of the declared 400 or 422.
`;
}

if (import.meta.main) writeFileSync(CODES_DOCUMENT, codesDocument());
