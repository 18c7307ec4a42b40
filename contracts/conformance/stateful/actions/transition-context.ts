/** What the steps of a sequence of actions know. */
import type { Contract } from '../../../../spec/model/contract.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import { getProperty, parseBody } from '../model/response-records.ts';
import type { SequenceContext } from '../records/step-context.ts';
import type { StateActions } from './state-actions.ts';

export interface TransitionContext extends SequenceContext {
  readonly contract: Contract;
  readonly stateActions: StateActions;
  /** Another record, which no action is sent to meanwhile. */
  readonly control: KnownRecord | undefined;
  /** How many actions may still be sent that may be rejected. */
  readonly attempts: { left: number };
}

/** The state that its last read showed. */
export function stateOf({ lastShown }: KnownRecord, { property }: Pick<StateActions, 'property'>): string | undefined {
  const state = getProperty(parseBody(lastShown), property);
  return typeof state === 'string' ? state : undefined;
}
