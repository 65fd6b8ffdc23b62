export namespace plan {
	
	export interface Directory {
	    kind: string;
	    dir: string;
	    command: string;
	}
	export interface Other {
	    record: string;
	    says: string;
	}
	export interface Plan {
	    session: string;
	    possible: boolean;
	    why: string;
	    dir: string;
	    argv: string[];
	    env: string[];
	    command: string;
	    warning: string;
	    terminal: string;
	    terminalId: string;
	    terminals: resume.TerminalInfo[];
	    says: string;
	    notes: string[];
	    new: string;
	    leaf: string;
	    prompt: string;
	    client: string;
	    other?: Other;
	    places: Directory[];
	    live: boolean;
	    load?: session.Load;
	    refusal: string;
	    refusedFrom: string;
	}
	export interface Request {
	    session: string;
	    record: string;
	    tip: string;
	    before: boolean;
	    turn: boolean;
	    fork: boolean;
	    join: boolean;
	    new: string;
	    place: string;
	    model: string;
	    permissionMode: string;
	    prompt: string;
	    terminal: string;
	    without: string[];
	    quiet: boolean;
	    list: boolean;
	}

}

export namespace resume {
	
	export interface CustomCheck {
	    client: string;
	    flags: string;
	    terminal: string;
	    found: string;
	}
	export interface Opened {
	    terminal: string;
	    command: string[];
	}
	export interface TerminalInfo {
	    id: string;
	    name: string;
	    found: boolean;
	}

}

export namespace session {
	
	export interface ExportRequest {
	    session: string;
	    tip: string;
	    agent: string;
	    what: string;
	    turn: number;
	    format: string;
	    images: boolean;
	    thinking: boolean;
	    mask: boolean;
	}
	export interface LoadOutput {
	    record: string;
	    tool: string;
	    about: string;
	    agent: boolean;
	    bytes: number;
	    pictures: number;
	    tokens: number;
	    out: boolean;
	    picturesOut: boolean;
	}
	export interface LoadTurn {
	    record: string;
	    text: string;
	    kind: string;
	    time: string;
	    tokens: number;
	    after: number;
	    state: string;
	    stays: boolean;
	    steps: boolean;
	    outputs: LoadOutput[];
	}
	export interface Load {
	    turns: LoadTurn[];
	    before: number;
	    after: number;
	    limit: number;
	    left: transcript.LeftOut;
	    note: string;
	}
	
	
	export interface SavedFiles {
	    files: number;
	    skipped: string[];
	}

}

export namespace settings {
	
	export interface Mapping {
	    from: string;
	    to: string;
	}
	export interface Panes {
	    sidebar: number;
	    tree: number;
	    inspector: number;
	}
	export interface Root {
	    path: string;
	    name: string;
	    color: string;
	    hidden: boolean;
	    added: boolean;
	}
	export interface Window {
	    width: number;
	    height: number;
	    x: number;
	    y: number;
	    maximised: boolean;
	}
	export interface Settings {
	    theme: string;
	    language: string;
	    density: string;
	    treeDensity: string;
	    diff: string;
	    terminal: string;
	    customTerminal: string[];
	    client: string;
	    clientFlags: string[];
	    pathMap: Mapping[];
	    panes: Panes;
	    window: Window;
	    lastChat: string;
	    lastPlace: string;
	    timeline: string;
	    table: string;
	    searchSort: string;
	    chatGroups: string;
	    chatSort: string;
	    hiddenChats: string[];
	    savedSearches: string[];
	    recentSearches: string[];
	    showThinking: boolean;
	    showInternal: boolean;
	    wrap: boolean;
	    textSize: number;
	    letterKeys: boolean;
	    keys: string[];
	    outline: boolean;
	    notify: boolean;
	    keep: string;
	    roots: Root[];
	    keepLimit: number;
	    keepAway: boolean;
	}

}

export namespace transcript {
	
	export interface LeftOut {
	    turns: number;
	    steps: number;
	    outputs: number;
	    pictures: number;
	}

}

export namespace window {
	
	export interface Archived {
	    path: string;
	    size: number;
	    sessions: number;
	    only: number;
	    away: number;
	    chats: string[];
	    due: number;
	    problem: string;
	}
	export interface Exported {
	    file: string;
	    bytes: number;
	}
	export interface Keeping {
	    sessions: number;
	    before: number;
	    freed: number;
	    problem: string;
	}
	export interface Note {
	    name: string;
	    tags: string[];
	    note: string;
	    keep: boolean;
	}
	export interface PlannedSession {
	    session: string;
	    title: string;
	    bytes: number;
	    changed: string;
	    kept: string;
	    only: boolean;
	    older: number;
	}
	export interface Plan {
	    kind: string;
	    token: string;
	    sessions: PlannedSession[];
	    bytes: number;
	    files: string[];
	    aside: string[];
	    expires: string;
	}

}

