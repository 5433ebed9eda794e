/** Going through a record: by acts, by hands, or to any place. */

import { review } from "../app";

export function Steps() {
  const last = review.moments.value.length - 1;
  const at = review.at.value;
  return (
    <fieldset class="controls" aria-label="Steps">
      <Step to={() => review.goToHand(-1)} icon={HAND_BACK} name="The hand before" id="hand-back" />
      <Step to={() => review.go(at - 1)} icon={BACK} name="Back" id="back" isOff={at === 0} />
      <input
        type="range"
        aria-label="Place in the game"
        min={0}
        max={last}
        value={at}
        data-testid="place"
        onInput={({ currentTarget }) => void review.go(currentTarget.valueAsNumber)}
      />
      <Step to={() => review.go(at + 1)} icon={ON} name="On" id="on" isOff={at === last} />
      <Step to={() => review.goToHand(1)} icon={HAND_ON} name="The next hand" id="hand-on" />
    </fieldset>
  );
}

const BACK = "M17 5V19L7 12Z";
const ON = "M7 5V19L17 12Z";
const HAND_BACK = "M19 5V19L9 12ZM5 5H8V19H5Z";
const HAND_ON = "M5 5V19L15 12ZM16 5H19V19H16Z";

interface StepProps {
  to: () => Promise<void>;
  /** The path of a picture, 24 by 24. */
  icon: string;
  name: string;
  id: string;
  isOff?: boolean;
}

function Step({ to, icon, name, id, isOff }: StepProps) {
  return (
    <button
      type="button"
      class="icon"
      data-testid={`step-${id}`}
      title={name}
      aria-disabled={isOff}
      onClick={() => void to()}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={icon} fill="currentColor" />
      </svg>
      <span class="hidden">{name}</span>
    </button>
  );
}
