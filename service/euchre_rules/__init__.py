"""The rules of Euchre and its relatives: pure functions over plain values.

No input or output, no clock, no randomness, nothing to install. Start at `game`:

    >>> from euchre_rules import actions, game, presets, shuffle
    >>> rules = presets.resolve("classic")
    >>> table = game.new_game(rules, first_dealer=0)
    >>> game.deal(table, 0, shuffle.shuffle(bytes(32), 1, rules.deck))
    >>> [actions.text(action) for action in game.legal_actions(table)]
    ['pass', 'order']

Rooms: `cards` and trump order; `options`, `ruleset`, `conflicts` and `presets`; `state`; one module
a phase (`deal`, `joker`, `farmers`, `calling`, `auction`, `exchange`, `alone`, `best_card`, `dummy`,
`fold`, `play`); `scoring`; `renege`; `view`, what one seat may know; `shuffle`, from a seed to a deck, and
`commitments`, what is told of it beforehand and what seats add.
"""
