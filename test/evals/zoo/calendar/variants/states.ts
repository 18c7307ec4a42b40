/** States of invitations. */

import { showInvitation as rightInvitation } from '../shown.ts';
import type { InvitationState } from '../state.ts';
import { nextState as rightNextState } from '../transitions.ts';
import { type CalendarFault, scoped } from '../variant.ts';
import { at, inObject, responds, withJson, without, withStatus } from './changes.ts';

const create = ['createCalendar', 'createEvent', 'createInvitation', 'readInvitation'];
const all = [...create, 'acceptInvitation', 'declineInvitation', 'cancelInvitation'];

type NextState = typeof rightNextState;

function states(name: string, description: string, nextState: NextState) {
  return { name, description, behavior: () => ({ nextState }) };
}

export const wrongStates: readonly CalendarFault[] = [
  ...scoped({ operations: all, foundBy: ['conflicting-action-rejected'] }, [
    states('accepts-in-every-state', 'It accepts an invitation in every state.', (action, state) =>
      action === 'accept' ? 'accepted' : rightNextState(action, state),
    ),
    states('accepts-declined-invitations', 'It accepts an invitation that was declined.', (action, state) =>
      action === 'accept' && state === 'declined' ? 'accepted' : rightNextState(action, state),
    ),
    states('accepts-twice', 'It accepts an invitation again.', (action, state) =>
      action === 'accept' && state === 'accepted' ? 'accepted' : rightNextState(action, state),
    ),
    states('declines-accepted-invitations', 'It declines an invitation that was accepted.', (action, state) =>
      action === 'decline' && state === 'accepted' ? 'declined' : rightNextState(action, state),
    ),
    states('cancels-declined-invitations', 'It cancels an invitation that was declined.', (action, state) =>
      action === 'cancel' && state === 'declined' ? 'cancelled' : rightNextState(action, state),
    ),
    {
      name: 'changes-in-spite-of-conflict',
      description: 'It returns 409 and changes the state all the same.',
      behavior: () => {
        const changed = new Map<bigint, InvitationState>();
        let current = 0n;
        return {
          findInvitation: ({ invitations }, id) => {
            current = id;
            const invitation = invitations.get(id);
            return invitation === undefined ? undefined : { ...invitation, state: changed.get(id) ?? invitation.state };
          },
          nextState: (action: string, state: InvitationState) => {
            const next = rightNextState(action, state);
            if (next === undefined && action === 'accept') changed.set(current, 'accepted');
            return next;
          },
        };
      },
    },
    {
      name: 'returns-200-to-conflicts',
      description: 'It returns 200 with the unchanged invitation where a conflict is declared.',
      behavior: () => ({
        nextState: (action: string, state: InvitationState) => rightNextState(action, state) ?? state,
      }),
    },
  ]),
  ...scoped({ operations: all, foundBy: ['action-changes-state'] }, [
    {
      name: 'forgets-decisions',
      description: 'It returns the new state of an invitation and keeps the old one.',
      behavior: () => ({
        findInvitation: ({ invitations }, id) => {
          const invitation = invitations.get(id);
          return invitation === undefined ? undefined : { ...invitation, state: 'pending' as const };
        },
      }),
    },
    {
      name: 'forgets-messages-with-decisions',
      description: 'It loses the message of an invitation with its first change of state.',
      behavior: () => ({
        findInvitation: ({ invitations }, id) => {
          const invitation = invitations.get(id);
          if (invitation === undefined || invitation.state === 'pending') return invitation;
          return { ...invitation, fields: without('message')(invitation.fields) };
        },
      }),
    },
    {
      name: 'makes-accepted-ones-readers',
      description: 'It sets the role to its default when an invitation is accepted.',
      behavior: () => ({
        findInvitation: ({ invitations }, id) => {
          const invitation = invitations.get(id);
          if (invitation?.state !== 'accepted') return invitation;
          return { ...invitation, fields: { ...invitation.fields, role: 'reader' } };
        },
      }),
    },
    states(
      'declines-what-is-accepted',
      'It sets the state declined when an invitation is accepted.',
      (action, state) =>
        action === 'accept' && rightNextState(action, state) !== undefined ? 'declined' : rightNextState(action, state),
    ),
    {
      name: 'decides-on-all-invitations',
      description: 'It changes all invitations of an event with the state of one.',
      behavior: ({ showInvitation }) => {
        const decided = new Map<string, InvitationState>();
        return {
          findInvitation: ({ invitations }, id) => {
            const invitation = invitations.get(id);
            const state = invitation === undefined ? undefined : decided.get(invitation.event);
            return invitation === undefined || state === undefined ? invitation : { ...invitation, state };
          },
          showInvitation: (invitation) => {
            if (invitation.state !== 'pending') decided.set(invitation.event, invitation.state);
            return showInvitation(invitation);
          },
        };
      },
      foundBy: ['created-is-found'],
    },
  ]),
  ...scoped({ operations: all, foundBy: ['valid-accepted'] }, [
    states('never-cancels-accepted-ones', 'It cancels pending invitations alone.', (action, state) =>
      action === 'cancel' && state === 'accepted' ? undefined : rightNextState(action, state),
    ),
    states('never-declines', 'It returns 409 to every request to decline.', (action, state) =>
      action === 'decline' ? undefined : rightNextState(action, state),
    ),
  ]),
  ...scoped({ operations: all, foundBy: ['status-declared'] }, [
    {
      name: 'returns-500-to-conflicts',
      description: 'It returns 500 where the state does not allow an action.',
      foundBy: ['no-server-error'],
      behavior: responds((response) => ({ ...response, status: 500 }), withStatus(409)),
    },
    {
      name: 'returns-201-to-actions',
      description: 'It returns 201 to an action, which the contract does not declare.',
      behavior: responds((response) => ({ ...response, status: 201 }), at('acceptInvitation')),
    },
  ]),
  ...scoped({ operations: create, foundBy: ['created-is-found'] }, [
    {
      name: 'begins-as-accepted',
      description: 'It creates invitations that are already accepted, where the contract says that they are pending.',
      behavior: () => ({
        findInvitation: ({ invitations }, id) => {
          const invitation = invitations.get(id);
          return invitation?.state === 'pending' ? { ...invitation, state: 'accepted' as const } : invitation;
        },
        showInvitation: (invitation) => ({
          ...rightInvitation(invitation),
          state: invitation.state === 'pending' ? 'accepted' : invitation.state,
        }),
      }),
    },
    {
      name: 'shows-emails-in-capitals',
      description: 'It shows the e-mail of an invitation as it was sent, where small letters are declared.',
      foundBy: ['created-is-echoed'],
      behavior: ({ showInvitation }) => ({
        showInvitation: (invitation) => ({ ...showInvitation(invitation), email: invitation.fields['email'] ?? '' }),
      }),
    },
    {
      name: 'invents-time-of-decision',
      description: 'It shows the time of a decision for an invitation that is pending.',
      behavior: responds(
        withJson(inObject((invitation) => ({ ...invitation, decidedAt: invitation['createdAt'] ?? null }))),
        at('readInvitation'),
      ),
    },
  ]),
];
