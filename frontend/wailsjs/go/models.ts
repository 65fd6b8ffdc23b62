export namespace library {
	
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

}

export namespace main {
	
	export interface Exported {
	    file: string;
	    bytes: number;
	}

}

export namespace resume {
	
	export interface TerminalInfo {
	    id: string;
	    name: string;
	    found: boolean;
	}
	export interface Plan {
	    session: string;
	    possible: boolean;
	    why: string;
	    dir: string;
	    argv: string[];
	    env: string[];
	    command: string;
	    terminal: string;
	    terminalId: string;
	    terminals: TerminalInfo[];
	}

}

export namespace settings {
	
	export interface Panes {
	    sidebar: number;
	    tree: number;
	    inspector: number;
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
	    density: string;
	    treeDensity: string;
	    diff: string;
	    terminal: string;
	    customTerminal: string[];
	    panes: Panes;
	    window: Window;
	    lastChat: string;
	    lastPlace: string;
	    starred: string[];
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
	}

}

