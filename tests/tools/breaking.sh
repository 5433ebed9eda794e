#!/usr/bin/env bash
# Compares the protos of the working tree with the last landed ones, by `buf breaking`.
#
# "Landed" is origin/main, where there is one. If that is the very commit checked out and the protos
# are as committed, comparing would be with itself, so then, as without origin/main, it is the newest
# earlier commit of this branch that has protos. Works in full and in shallow clones.
set -euo pipefail

cd "$(dirname "$0")/../.."
buf=${BUF:-buf}

has_protos() { git cat-file -e "$1:protos/euchre" 2>/dev/null; }

# Prints the commit to compare with; nothing if there is none.
last_landed() {
  local landed commit
  # True of a source archive, without git, too.
  git rev-parse --verify --quiet HEAD >/dev/null 2>&1 || return 0

  if landed=$(git rev-parse --verify --quiet 'refs/remotes/origin/main^{commit}') && has_protos "$landed"; then
    if [[ $landed != "$(git rev-parse HEAD)" || -n $(git status --porcelain -- protos) ]]; then
      echo "$landed"
      return
    fi
  fi
  for commit in $(git rev-list --first-parent --skip=1 --max-count=50 HEAD); do
    if has_protos "$commit"; then
      echo "$commit"
      return
    fi
  done
}

against=$(last_landed)
if [[ -z $against ]]; then
  echo "buf breaking: no landed protos to compare with yet"
  exit 0
fi

# A copy of the old protos under today's buf.yaml, so that only the protos differ.
old=$(mktemp -d)
trap 'rm -rf "$old"' EXIT
git archive "$against" protos | tar -x -C "$old"
cp buf.yaml "$old"

echo "buf breaking: comparing with $(git log -1 --format='%h (%s)' "$against")"
"$buf" breaking --against "$old"
