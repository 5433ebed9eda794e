/** Where the page begins. */

import { render } from "preact";
import { start } from "./app";
import { followTheme } from "./model/preferences";
import { followAddress } from "./model/route";
import "./styles/tokens.css";
import "./styles/page.css";
import "./styles/cards.css";
import "./styles/table.css";
import "./styles/felt.css";
import "./styles/result.css";
import "./styles/dock.css";
import "./styles/panels.css";
import "./styles/forms.css";
import { App } from "./view/App";
import { askForOffer } from "./wire/hosting";

followTheme(document.documentElement);
followAddress();
start();
void askForOffer();
render(<App />, document.getElementById("app")!);
