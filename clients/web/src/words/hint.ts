/** Advice in words. */

import type { ActionValue, SuggestResponse } from "../gen/euchre/v1/analysis_service_pb";
import type { View } from "../gen/euchre/v1/view_pb";
import { label } from "./actions";
import type { People } from "./people";

export function points(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}

export function percent(chance: number): string {
  return `${Math.round(100 * chance)} %`;
}

/** A few characters beside a card or in a button. */
export function badge(value: ActionValue): string {
  if (value.points !== undefined) return points(value.points);
  return value.winProbability === undefined ? "" : percent(value.winProbability);
}

export function advice({ best, values, bestText }: SuggestResponse, view: View, people: People) {
  const value = values.find(({ text }) => text === bestText);
  const what = best ? label(best, view, people) : bestText;
  const worth = value ? reasons(value) : [];
  return `Best: ${what}${worth.length ? ` (${worth.join(", ")})` : ", by rule of thumb"}.`;
}

function reasons({ points: gained, winProbability }: ActionValue): string[] {
  const said: string[] = [];
  if (gained !== undefined) said.push(`${points(gained)} points expected`);
  if (winProbability !== undefined) said.push(`${percent(winProbability)} to win the game`);
  return said;
}
