/** States of invitations. */
import type { InvitationState } from './state.ts';

const transitions: Readonly<
  Record<string, { readonly from: readonly InvitationState[]; readonly to: InvitationState }>
> = {
  accept: { from: ['pending'], to: 'accepted' },
  decline: { from: ['pending'], to: 'declined' },
  cancel: { from: ['pending', 'accepted'], to: 'cancelled' },
};

/** Undefined where the action is a conflict. */
export function nextState(action: string, state: InvitationState): InvitationState | undefined {
  const transition = transitions[action];
  return transition?.from.includes(state) ? transition.to : undefined;
}
