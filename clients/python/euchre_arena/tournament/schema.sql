-- What a tournament keeps. One file is one tournament. Lists are JSON texts, indexed by seat or by side.

-- The plan, as `Plan.to_json` writes it. One row.
CREATE TABLE plan (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    format_version INTEGER NOT NULL,
    json TEXT NOT NULL
);

-- Who plays. `entrant` counts from 0 in the order of entry; `name` is without an address; `label` tells
-- entrants of one name apart.
CREATE TABLE entrants (
    entrant INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    label TEXT NOT NULL UNIQUE
);

-- Who meets whom: one row for each pairing (or table of individuals). `entrants` is a JSON list.
-- `verdict` and `llr` are set when a sequential test has stopped it: 'accepted' (H1), 'rejected' (H0).
CREATE TABLE contests (
    contest INTEGER PRIMARY KEY,
    entrants TEXT NOT NULL,
    verdict TEXT,
    llr REAL
);

-- Finished blocks: all games of a block are stored in one transaction with its row here.
CREATE TABLE blocks (
    contest INTEGER NOT NULL REFERENCES contests,
    block INTEGER NOT NULL,
    score REAL NOT NULL,           -- of the contest's first entrant against the others: see BlockResult.score
    PRIMARY KEY (contest, block)
) WITHOUT ROWID;

-- Games. `ended`: 'won', 'hands' (the fixed number of hands is played), 'void' (the limit of hands broke
-- it off: nobody wins) or 'forfeit' (a bot's failure lost it).
CREATE TABLE games (
    game INTEGER PRIMARY KEY,      -- (block * contests + contest) * seatings + seating
    contest INTEGER NOT NULL REFERENCES contests,
    block INTEGER NOT NULL,
    seating INTEGER NOT NULL,
    ended TEXT NOT NULL,
    hands INTEGER NOT NULL,        -- hands dealt
    transitions INTEGER NOT NULL,  -- acts and deals
    scores TEXT NOT NULL,          -- by side, at the end
    changes TEXT NOT NULL,         -- score changes by side, added up
    winners TEXT NOT NULL,         -- winning sides
    failures INTEGER NOT NULL,     -- rows in `failures`
    record BLOB NOT NULL,          -- zlib-compressed GameRecord of euchre/v1/record.proto, decks included
    UNIQUE (contest, block, seating)
);

-- Who sat where: one row for each seat of each game.
CREATE TABLE places (
    game INTEGER NOT NULL REFERENCES games,
    seat INTEGER NOT NULL,
    side INTEGER NOT NULL,
    entrant INTEGER NOT NULL REFERENCES entrants,
    won REAL NOT NULL,             -- its share: 1, 1/2 where two sides win together, 0
    points INTEGER NOT NULL,       -- changes of its side's score, added up; more is better also where a game counts down
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;

-- Hands, void ones included. `outcome` is that of a record: made, march, set, ..., void; empty if the hand
-- was not finished. `call` is the kind of act that made trump: order, name, bid, moon, shooter; null if
-- nobody did.
CREATE TABLE hands (
    game INTEGER NOT NULL REFERENCES games,
    number INTEGER NOT NULL,       -- from 1
    dealer INTEGER NOT NULL,       -- seat
    maker INTEGER,                 -- seat; null if nobody
    call TEXT,
    round INTEGER,                 -- round of calling: 1, 2; 0 in an auction; null if nobody called
    bid INTEGER,                   -- tricks bid, where bids are numbers
    trump TEXT,                    -- c, d, h, s, nt or low; null if never fixed
    alone INTEGER NOT NULL,        -- 1 if somebody played alone
    folds INTEGER NOT NULL,        -- seats that folded
    outcome TEXT NOT NULL,
    tricks TEXT NOT NULL,          -- by side; [] in a void hand
    points TEXT NOT NULL,          -- score changes by side; [] in a void hand
    forfeiter INTEGER,             -- seat last given to a stand-in, or that lost the game; null if none
    PRIMARY KEY (game, number)
) WITHOUT ROWID;

-- How long decisions took, added up; forced moves are not asked for and not counted.
CREATE TABLE decisions (
    entrant INTEGER NOT NULL REFERENCES entrants,
    phase TEXT NOT NULL,           -- such as 'play' or 'call_round_1'
    count INTEGER NOT NULL,
    total_ns INTEGER NOT NULL,
    max_ns INTEGER NOT NULL,
    PRIMARY KEY (entrant, phase)
) WITHOUT ROWID;

-- The same as histograms. Bucket b holds times t with b = bucket_of(t); see timing.py for its bounds.
CREATE TABLE decision_times (
    entrant INTEGER NOT NULL REFERENCES entrants,
    phase TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (entrant, phase, bucket)
) WITHOUT ROWID;

-- Failures of bots, first tries included.
CREATE TABLE failures (
    game INTEGER NOT NULL REFERENCES games,
    number INTEGER NOT NULL,       -- of the game, from 1
    entrant INTEGER NOT NULL REFERENCES entrants,
    hand INTEGER NOT NULL,         -- from 1
    seat INTEGER NOT NULL,
    phase TEXT NOT NULL,
    kind TEXT NOT NULL,            -- late, dead, illegal, error
    message TEXT NOT NULL,
    consequence TEXT NOT NULL,     -- retry, hand, game
    PRIMARY KEY (game, number)
) WITHOUT ROWID;

-- The times the tournament was started, and where its time went; nothing here bears on a result.
CREATE TABLE runs (
    run INTEGER PRIMARY KEY,
    started TEXT NOT NULL,         -- ISO 8601, UTC
    arena TEXT NOT NULL,           -- version of the program that played; empty: from its sources
    service TEXT NOT NULL,         -- version of the rules service; empty if it did not say
    processes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    games INTEGER NOT NULL,
    transitions INTEGER NOT NULL,
    server_seconds REAL NOT NULL,  -- waiting for the service and parsing its answers
    bots_seconds REAL NOT NULL,    -- in `decide`
    own_seconds REAL NOT NULL      -- everything else in the playing processes
);

-- The bots' versions in each run; empty where a bot did not say. Another version may play otherwise.
CREATE TABLE bot_versions (
    run INTEGER NOT NULL REFERENCES runs,
    entrant INTEGER NOT NULL REFERENCES entrants,
    version TEXT NOT NULL,
    PRIMARY KEY (run, entrant)
) WITHOUT ROWID;
