// Type-checked only: valid and invalid uses of the types.

import { Engine, Game, Position, dialects, perft, readPgn, type Info, type Outcome, type PgnNode } from "tabiya";
import { Position as CorePosition } from "tabiya/core";

const position: Position = new Position("startpos", "chess960", { strict: true });
const warnings: readonly string[] = new Position("4k3/8/8/8/8/8/8/4K3 w", { strict: false }).warnings;
const key: bigint = position.play("e2e4").playSan("e5").keyIn("stockfish-15:pawn");
const outcome: Outcome | null = position.outcome;
const keys: BigUint64Array = position.keysAfter();
const leaves: bigint = perft(position, 2);
const same: boolean = position.equals(new CorePosition());

const game = new Game(position).push("e2e4").pushSan("e5");
for (const { san, toggled, claims } of game.trace()) console.log(san, toggled.join(), claims.join());

async function main(stream: ReadableStream<Uint8Array>): Promise<void> {
  for await (const { tags, root } of readPgn(stream, { variant: "makruk" })) {
    const first: PgnNode | undefined = root.children[0];
    console.log(tags["White"], first?.nags);
  }
  const engine = new Engine({ hash: 32 });
  const analysis = engine.analyze(game, { depth: 12, multipv: 2 });
  for await (const info of analysis) show(info);
  const { best } = await analysis.result;
  console.log(best, dialects("makruk"), key, outcome, keys, leaves, same, warnings);
}

function show({ score, pv }: Info): void {
  console.log(score.mate === undefined ? score.cp / 100 : `#${score.mate}`, pv.join(" "));
}

// @ts-expect-error positions are immutable
position.key = 0n;
// @ts-expect-error no such variant
new Position("startpos", "xiangqi");
// @ts-expect-error no such dialect
position.keyIn("unknown");
// @ts-expect-error a move is a string
position.play(12);

void main;
