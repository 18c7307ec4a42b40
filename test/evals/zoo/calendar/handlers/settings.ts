import { bodyOf, type CalendarContext } from '../context.ts';
import { type CalendarResponse, jsonResponse } from '../http.ts';
import { newSettings } from '../rules.ts';

export function readSettings({ behavior, state, user }: CalendarContext): CalendarResponse {
  return jsonResponse(200, behavior.settingsOf(state, user));
}

export function replaceSettings(context: CalendarContext): CalendarResponse {
  const { behavior, state, user } = context;
  behavior.saveSettings(state, user, bodyOf(context, { kind: 'settings', check: newSettings }));
  return jsonResponse(200, behavior.settingsOf(state, user));
}
