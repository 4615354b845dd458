// Merges a knowledge base in this process's time zone (`merge`) or prints the bodies of a topic in order (`read`); run
// by tests/unit/engine/segment/order.test.ts: `bun order-in-zone.ts merge|read DIRECTORY TOPIC`.

import { writeSync } from "node:fs";
import { openKnowledgeBase } from "./knowledge.ts";

const [action, directory, topic] = process.argv.slice(2);
const kb = openKnowledgeBase(directory!);
if (action === "merge") await kb.rebuildIndex();
const view = await kb.view();
const bodies = view.topicDocuments(topic!).map((id) => view.body(id));
writeSync(1, JSON.stringify({ bodies, watermark: view.statistics().watermark }));
