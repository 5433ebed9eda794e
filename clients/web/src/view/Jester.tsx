/** The joker, or Benny: a jester with bells. */

export function Jester() {
  return (
    <g>
      <path d="M34 112Q50 96 66 112L72 124H28Z" fill="#5b3a8e" />
      <path d="M50 101L58 124H42Z" fill="#e3b04b" />
      <path d="M30 98L38 90L44 99L50 89L56 99L62 90L70 98L62 107Q50 99 38 107Z" fill="#c0272d" />
      <path d="M38 66C38 84 43 94 50 94S62 84 62 66Z" fill="#f4d6b8" />
      <path d="M50 58C44 36 30 30 20 42C17 46 17 50 19 53C26 46 33 52 36 70Z" fill="#c0272d" />
      <path d="M50 58C56 36 70 30 80 42C83 46 83 50 81 53C74 46 67 52 64 70Z" fill="#5b3a8e" />
      <path d="M36 70C38 48 44 30 50 20C56 30 62 48 64 70Q50 62 36 70Z" fill="#e3b04b" />
      <path d="M36 70Q50 62 64 70L63 75Q50 67 37 75Z" fill="#2a2320" fill-opacity=".85" />
      <circle cx="19" cy="56" r="4" fill="#e3b04b" />
      <circle cx="81" cy="56" r="4" fill="#e3b04b" />
      <circle cx="50" cy="18" r="4" fill="#c0272d" />
      <circle cx="44.5" cy="78" r="1.7" fill="#2a2320" />
      <circle cx="55.5" cy="78" r="1.7" fill="#2a2320" />
      <path d="M42 84Q50 92 58 84Q50 88 42 84Z" fill="#a63a34" />
      <circle cx="50" cy="82" r="2" fill="#e58b6d" />
    </g>
  );
}
