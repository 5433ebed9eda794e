/** The keys, and what a person may set. */

import { isHelpOpen } from "../app";
import { LISTED } from "../keys/shortcuts";
import { SPEEDS } from "../model/pacing";
import { prefer, preferences, THEMES } from "../model/preferences";
import { capital } from "../words/cards";
import { Dialog } from "./Dialog";
import { Segments } from "./Segments";

export function HelpDialog() {
  const { theme, speed, hasShortcuts } = preferences.value;
  return (
    <Dialog
      title="Keys and settings"
      isOpen={isHelpOpen.value}
      close={() => {
        isHelpOpen.value = false;
      }}
    >
      <div class="settings">
        <Segments
          name="speed"
          title="Pace of play"
          chosen={speed}
          options={SPEEDS.map((value) => ({ value, title: capital(value) }))}
          choose={(value) => prefer({ speed: value })}
        />
        <Segments
          name="theme"
          title="Colours"
          chosen={theme}
          options={THEMES.map((value) => ({ value, title: capital(value) }))}
          choose={(value) => prefer({ theme: value })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={hasShortcuts}
            onChange={({ currentTarget }) => prefer({ hasShortcuts: currentTarget.checked })}
          />
          Single keys do things
        </label>
      </div>
      <table class="keys">
        <caption class="hidden">Keys at the table</caption>
        <tbody>
          {LISTED.map(([keys, what]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
