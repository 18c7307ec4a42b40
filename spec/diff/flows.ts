/** Where the tokens of an operation are from. */
import type { Operation, SecurityFlow, SecurityScheme } from '../contract.ts';
import { NONE, type PartChange, partChange, type Sides } from './part.ts';
import { securityRules } from './rules/security.ts';
import type { SchemePairs } from './schemes.ts';

type Id = Parameters<typeof securityRules.rule>[0];

/** Of the schemes that the old operation names and the new contract still has. */
export function* compareFlows({ security }: Operation, pairs: SchemePairs): Generator<PartChange> {
  const schemes = new Set(security.flatMap((requirement) => requirement.schemes));
  for (const before of schemes) {
    const after = pairs.get(before.name);
    if (after?.type === before.type) yield* compareScheme({ before, after });
  }
}

function* compareScheme({ before, after }: Sides<SecurityScheme>): Generator<PartChange> {
  const at = `security ${before.name}`;
  const [old, fresh] = [before.flows ?? [], after.flows ?? []];
  for (const flow of old) {
    const other = fresh.find(({ name }) => name === flow.name);
    if (other === undefined)
      yield changed('api-security-flow-removed', at, { before: flow, was: flow.name, is: namesOf(fresh) });
    else if (urlsOf(flow) !== urlsOf(other))
      yield changed('api-security-url-changed', at, {
        before: flow,
        after: other,
        was: urlsOf(flow),
        is: urlsOf(other),
      });
  }
  for (const flow of fresh.filter(({ name }) => !old.some((other) => other.name === name)))
    yield changed('api-security-flow-added', at, { after: flow, was: namesOf(old), is: flow.name });
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
