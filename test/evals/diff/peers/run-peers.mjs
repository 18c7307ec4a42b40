/**
 * What the peers say: reads lines of `{ "before": ..., "after": ... }`, two documents, and writes for each a line of
 * `{ "api-smart-diff": S, "openapi-diff": S }`, where S is `breaking`, `not breaking` or `cannot: ` with the reason.
 */
import { createInterface } from 'node:readline';
import { apiCompare } from 'api-smart-diff';
import openapiDiff from 'openapi-diff';

for await (const line of createInterface({ input: process.stdin })) {
  const { before, after } = JSON.parse(line);
  const said = {
    'api-smart-diff': await verdictOf(() => smart(structuredClone(before), structuredClone(after))),
    'openapi-diff': await verdictOf(() => atlassian(before, after)),
  };
  process.stdout.write(`${JSON.stringify(said)}\n`);
}

async function verdictOf(isBreaking) {
  try {
    return (await isBreaking()) ? 'breaking' : 'not breaking';
  } catch (error) {
    const [reason = ''] = error.message.replaceAll(process.cwd(), '').split('\n');
    return `cannot: ${reason.replace(/\s+/g, ' ').slice(0, 60)}`;
  }
}

/**
 * It follows references itself and reports a change where it is used, and again in the components, where it does not know
 * the direction and treats every change of a schema as one of a request. Those are left out, in its favor.
 */
function smart(before, after) {
  const { diffs } = apiCompare(before, after);
  return diffs.some(({ type, path }) => type === 'breaking' && isUse(path));
}

function isUse([part, kind]) {
  return part !== 'components' || kind === 'securitySchemes';
}

async function atlassian(before, after) {
  const spec = (document, location) => ({
    content: JSON.stringify(document),
    location,
    format: 'openapi3',
  });
  const { breakingDifferencesFound } = await openapiDiff.diffSpecs({
    sourceSpec: spec(before, 'before.json'),
    destinationSpec: spec(after, 'after.json'),
  });
  return breakingDifferencesFound;
}
