/** One of a few, side by side. */

interface Props<T extends string | number> {
  name: string;
  title: string;
  options: readonly { value: T; title: string }[];
  chosen: T;
  choose: (value: T) => void;
}

export function Segments<T extends string | number>(props: Props<T>) {
  const { name, title, options, chosen, choose } = props;
  return (
    <fieldset class="segments" data-testid={name}>
      <legend>{title}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === chosen}
              onChange={() => choose(option.value)}
            />
            <span>{option.title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
