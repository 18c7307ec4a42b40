/** Compares the OAuth flows and OpenID Connect URLs of an operation. */
import type { Operation, SecurityFlow, SecurityScheme } from '../../model/contract.ts';
import type { MatchedSchemes } from '../matching/match-security-schemes.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { securityRules } from '../rules/security.ts';

type SecurityRuleId = Parameters<typeof securityRules.rule>[0];

/** Compares the schemes of the old operation that still exist in the new contract. */
export function* compareFlows({ security }: Operation, matchedSchemes: MatchedSchemes): Generator<PartChange> {
  const schemes = new Set(security.flatMap((requirement) => requirement.schemes));
  for (const before of schemes) {
    const after = matchedSchemes.get(before.name);
    const requiredScopes = security.flatMap(({ scopes }) => scopes?.get(before.name) ?? []);
    if (after?.type === before.type) yield* compareSchemeFlows({ before, after }, new Set(requiredScopes));
  }
}

/** `requiredScopes`: the scopes that the operation requires. */
function* compareSchemeFlows(
  { before, after }: Sides<SecurityScheme>,
  requiredScopes: ReadonlySet<string>,
): Generator<PartChange> {
  const at = `security ${before.name}`;
  const [oldFlows, newFlows] = [before.flows ?? [], after.flows ?? []];
  for (const flow of oldFlows) {
    const other = newFlows.find(({ name }) => name === flow.name);
    if (other === undefined)
      yield flowChange('api-security-flow-removed', at, {
        before: flow,
        was: flow.name,
        is: flowNames(newFlows),
      });
    else yield* compareFlow({ before: flow, after: other }, requiredScopes, at);
  }
  for (const flow of newFlows.filter(({ name }) => !oldFlows.some((other) => other.name === name)))
    yield flowChange('api-security-flow-added', at, { after: flow, was: flowNames(oldFlows), is: flow.name });
}

function* compareFlow(
  sides: Sides<SecurityFlow>,
  requiredScopes: ReadonlySet<string>,
  at: string,
): Generator<PartChange> {
  const { before, after } = sides;
  const [was, is] = [flowUrls(before), flowUrls(after)];
  if (was !== is) yield flowChange('api-security-url-changed', at, { ...sides, was, is });
  for (const scope of requiredScopes) {
    const [had, has] = [before, after].map(({ scopes }) => scopes?.includes(scope));
    if (had === undefined || has === undefined || had === has) continue;
    const id = had ? 'api-security-flow-scope-removed' : 'api-security-flow-scope-added';
    yield flowChange(id, at, { ...sides, was: had ? scope : NONE, is: has ? scope : NONE });
  }
}

function flowNames(flows: readonly SecurityFlow[]): string {
  return flows.map(({ name }) => name).join(', ') || NONE;
}

function flowUrls({ urls }: SecurityFlow): string {
  return urls.join(', ') || NONE;
}

interface FlowChangeInput {
  readonly before?: SecurityFlow;
  readonly after?: SecurityFlow;
  readonly was: string;
  readonly is: string;
}

function flowChange(id: SecurityRuleId, at: string, { before, after, was, is }: FlowChangeInput): PartChange {
  const places = { before: before?.place, after: after?.place };
  return createPartChange(securityRules.rule(id), { at, ...places, was, is });
}
