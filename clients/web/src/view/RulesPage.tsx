/** House rules: a form made of the ruleset message itself. */

import { useEffect, useState } from "preact/hooks";
import type { Ruleset } from "../gen/euchre/v1/ruleset_pb";
import { HELP } from "../gen/ruleset_help";
import {
  type Changes,
  change,
  changed,
  faultsOf,
  type Option,
  type Part,
  parts,
  valueIn,
} from "../model/house_rules";
import { go } from "../model/route";
import { rules, SHORT } from "../wire/clients";
import { offer } from "../wire/hosting";
import { asRefusal, sentence } from "../wire/refusal";
import { gameTitle, readable, spaced } from "../words/games";
import { Faults, Opponents, sitDown } from "./Home";

interface Checked {
  why: string;
  faults: ReadonlyMap<string, string>;
}

const PARTS = parts();
const NAMES = PARTS.flatMap(({ options }) => options.map(({ name }) => name));

const FINE: Checked = { why: "", faults: new Map() };

export function RulesPage({ base }: { base: string }) {
  const preset = offer.value?.rulesets.find((ruleset) => ruleset.base === base);
  return (
    <div class="rules">
      <h1>House rules</h1>
      <Opponents />
      <Faults />
      {preset ? <Form preset={preset} /> : <Missing base={base} />}
    </div>
  );
}

function Missing({ base }: { base: string }) {
  if (!offer.value) return <p class="quiet">Asking for the rules …</p>;
  return (
    <p class="fault" role="alert">
      There is no game “{base}” here. <a href="#rules=classic">Start from Classic Euchre</a>
    </p>
  );
}

function Form({ preset }: { preset: Ruleset }) {
  const [changes, setChanges] = useState<Changes>({});
  const checked = useChecked(preset.base, changes);
  const count = Object.keys(changes).length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void sitDown(changed(preset.base, changes));
      }}
    >
      <label class="field base">
        <span class="field-title">Start from</span>
        <select
          data-testid="base"
          value={preset.base}
          onChange={({ currentTarget }) => go(`rules=${currentTarget.value}`)}
        >
          {offer.value?.rulesets.map(({ base }) => (
            <option key={base} value={base}>
              {gameTitle(base)}
            </option>
          ))}
        </select>
      </label>
      {PARTS.map((part) => (
        <Section
          key={part.title}
          part={part}
          preset={preset}
          changes={changes}
          checked={checked}
          set={(option, value) => setChanges(change(changes, preset, option, value))}
        />
      ))}
      <div class="form-end">
        <p role="status" class={checked.why ? "fault" : "quiet"} data-testid="rules-status">
          {checked.why ||
            (count
              ? `${count} changed from ${gameTitle(preset.base)}.`
              : `As ${gameTitle(preset.base)}.`)}
        </p>
        <button
          type="submit"
          class="primary"
          data-testid="play-rules"
          disabled={checked.why !== ""}
        >
          Play these rules
        </button>
      </div>
    </form>
  );
}

/** Has the service judge the rules, a moment after the last change. */
function useChecked(base: string, changes: Changes): Checked {
  const [checked, setChecked] = useState(FINE);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = await check(changed(base, changes));
      if (isCurrent) setChecked(found);
    }, 200);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [base, changes]);
  return checked;
}

async function check(ruleset: Ruleset): Promise<Checked> {
  try {
    await rules.resolveRuleset({ ruleset }, SHORT);
    return FINE;
  } catch (thrown) {
    const faults = faultsOf(asRefusal(thrown)?.fields ?? new Map());
    const named = [...faults].map(([name, why]) => [name, readable(why, NAMES)] as const);
    return { why: readable(sentence(thrown), NAMES), faults: new Map(named) };
  }
}

interface SectionProps {
  part: Part;
  preset: Ruleset;
  changes: Changes;
  checked: Checked;
  set: (option: Option, value: number) => void;
}

function Section({ part, preset, changes, checked, set }: SectionProps) {
  const count = part.options.filter(({ name }) => name in changes).length;
  const isFaulty = part.options.some(({ name }) => checked.faults.has(name));
  return (
    <details open={part.title === "Table and pack"} class="part">
      <summary>
        {part.title}
        {count > 0 && <span class="tag">{count} changed</span>}
        {isFaulty && <span class="tag bad">to be corrected</span>}
      </summary>
      <div class="fields">
        {part.options.map((option) => (
          <Field
            key={option.name}
            option={option}
            value={changes[option.name] ?? valueIn(preset, option)}
            isChanged={option.name in changes}
            fault={checked.faults.get(option.name)}
            set={(value) => set(option, value)}
          />
        ))}
      </div>
    </details>
  );
}

interface FieldProps {
  option: Option;
  value: number;
  isChanged: boolean;
  fault: string | undefined;
  set: (value: number) => void;
}

function Field({ option, value, isChanged, fault, set }: FieldProps) {
  const id = `option-${option.name}`;
  const chosen = option.choices.find(({ number }) => number === value);
  const help = [HELP[option.fullName], chosen && HELP[chosen.fullName]].filter(Boolean).join(" ");
  return (
    <div class={isChanged ? "field changed" : "field"}>
      <label class="field-title" for={id}>
        {spaced(option.name)}
      </label>
      <Input id={id} option={option} value={value} fault={fault} set={set} />
      <p id={`${id}-help`} class="quiet">
        {help}
      </p>
      {fault && (
        <p id={`${id}-fault`} class="fault">
          {fault}
        </p>
      )}
    </div>
  );
}

interface InputProps {
  id: string;
  option: Option;
  value: number;
  fault: string | undefined;
  set: (value: number) => void;
}

function Input({ id, option, value, fault, set }: InputProps) {
  const shared = {
    id,
    "data-testid": id,
    "aria-describedby": fault ? `${id}-help ${id}-fault` : `${id}-help`,
    "aria-invalid": fault !== undefined,
  };
  switch (option.kind) {
    case "flag":
      return (
        <input
          {...shared}
          type="checkbox"
          checked={value !== 0}
          onChange={({ currentTarget }) => set(Number(currentTarget.checked))}
        />
      );
    case "number":
      return (
        <input
          {...shared}
          type="number"
          min={option.isSigned ? undefined : 0}
          value={value}
          onChange={({ currentTarget }) => {
            const number = currentTarget.valueAsNumber;
            if (Number.isInteger(number) && (option.isSigned || number >= 0)) set(number);
            else currentTarget.valueAsNumber = value;
          }}
        />
      );
    case "choice":
      return (
        <select
          {...shared}
          value={value}
          onChange={({ currentTarget }) => set(Number(currentTarget.value))}
        >
          {option.choices.map(({ number, name }) => (
            <option key={number} value={number}>
              {spaced(name)}
            </option>
          ))}
        </select>
      );
  }
}
