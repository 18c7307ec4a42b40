/** Where the tokens of an operation are from. */
import type { Operation, SecurityFlow, SecurityScheme } from '../../model/contract.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import type { SchemePairs } from '../pairing/schemes.ts';
import { securityRules } from '../rules/security.ts';

type Id = Parameters<typeof securityRules.rule>[0];

/** Of the schemes that the old operation names and the new contract still has. */
export function* compareFlows({ security }: Operation, pairs: SchemePairs): Generator<PartChange> {
  const schemes = new Set(security.flatMap((requirement) => requirement.schemes));
  for (const before of schemes) {
    const after = pairs.get(before.name);
    const asked = security.flatMap(({ scopes }) => scopes?.get(before.name) ?? []);
    if (after?.type === before.type) yield* compareScheme({ before, after }, new Set(asked));
  }
}

/** `asked` are the scopes that the operation asks for. */
function* compareScheme(
  { before, after }: Sides<SecurityScheme>,
  asked: ReadonlySet<string>,
): Generator<PartChange> {
  const at = `security ${before.name}`;
  const [old, fresh] = [before.flows ?? [], after.flows ?? []];
  for (const flow of old) {
    const other = fresh.find(({ name }) => name === flow.name);
    if (other === undefined)
      yield changed('api-security-flow-removed', at, { before: flow, was: flow.name, is: namesOf(fresh) });
    else yield* compareFlow({ before: flow, after: other }, asked, at);
  }
  for (const flow of fresh.filter(({ name }) => !old.some((other) => other.name === name)))
    yield changed('api-security-flow-added', at, { after: flow, was: namesOf(old), is: flow.name });
}

function* compareFlow(
  sides: Sides<SecurityFlow>,
  asked: ReadonlySet<string>,
  at: string,
): Generator<PartChange> {
  const { before, after } = sides;
  const [was, is] = [urlsOf(before), urlsOf(after)];
  if (was !== is) yield changed('api-security-url-changed', at, { ...sides, was, is });
  for (const scope of asked) {
    const [had, has] = [before, after].map(({ scopes }) => scopes?.includes(scope));
    if (had === undefined || has === undefined || had === has) continue;
    const id = had ? 'api-security-flow-scope-removed' : 'api-security-flow-scope-added';
    yield changed(id, at, { ...sides, was: had ? scope : NONE, is: has ? scope : NONE });
  }
}

function namesOf(flows: readonly SecurityFlow[]): string {
  return flows.map(({ name }) => name).join(', ') || NONE;
}

function urlsOf({ urls }: SecurityFlow): string {
  return urls.join(', ') || NONE;
}

interface Words {
  readonly before?: SecurityFlow;
  readonly after?: SecurityFlow;
  readonly was: string;
  readonly is: string;
}

function changed(id: Id, at: string, { before, after, was, is }: Words): PartChange {
  const places = { before: before?.place, after: after?.place };
  return partChange(securityRules.rule(id), { at, ...places, was, is });
}
