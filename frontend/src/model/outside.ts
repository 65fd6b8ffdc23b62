import type { Backend } from '../lib/backend/backend';
import { toBackendError } from '../lib/backend/call';
import { parseLink } from '../lib/link';
import { m } from '../lib/messages';
import { middle } from '../lib/text';
import type { Navigator } from './navigator.svelte';

/** The parts of the window that Outside uses. */
export interface OutsideHost {
  readonly backend: Backend;
  readonly nav: Pick<Navigator, 'follow'>;
  readonly search: { start(query: string): void };
  readonly say: (message: string) => void;
}

/** The window's connection to the system: clipboard, file manager, and links. */
export class Outside {
  constructor(private readonly host: OutsideHost) {}

  /** Copies a text, and shows the message `done` afterwards, or why it could not be copied. */
  async copyText(text: string, done: string): Promise<void> {
    try {
      await this.host.backend.copyText(text);
      this.host.say(done);
    } catch (error) {
      this.host.say(m.copy_failed({ why: toBackendError(error).message }));
    }
  }

  /** Opens a web address in the browser. */
  async openURL(url: string): Promise<void> {
    try {
      await this.host.backend.openURL(url);
    } catch (error) {
      this.host.say(m.card_open_failed({ why: toBackendError(error).message }));
    }
  }

  /** Shows a session's file in the file manager. */
  async reveal(session: string): Promise<void> {
    try {
      await this.host.backend.revealSession(session);
    } catch (error) {
      this.host.say(m.window_reveal_failed({ why: toBackendError(error).message }));
    }
  }

  /** Opens the file that a call, or a word of a text, names in the system's text editor. */
  async edit(session: string, record: string, block: number, word = ''): Promise<void> {
    try {
      await this.host.backend.openFile(session, record, block, word);
    } catch (error) {
      this.host.say(m.card_file_open_failed({ why: toBackendError(error).message }));
    }
  }

  /** Opens the directory of a chat's project in the editor or the file manager. */
  async openProject(chat: string, inEditor: boolean): Promise<void> {
    try {
      await this.host.backend.openProject(chat, inEditor);
    } catch (error) {
      this.host.say(m.chats_project_open_failed({ why: toBackendError(error).message }));
    }
  }

  /** Opens a link to a place in a chat; false, with a message, if the text is no such link. */
  async open(text: string): Promise<boolean> {
    const link = parseLink(text);
    const { backend, nav, search, say } = this.host;
    if (!link) {
      say(m.window_link_unknown({ link: middle(text, 60) }));
      return false;
    }
    try {
      const { chat, session, record } = await backend.named(link.session);
      await nav.follow(chat, { ...link, session, record: link.record || record });
      if (link.search !== null) search.start(link.search);
    } catch (error) {
      say(m.window_link_failed({ why: toBackendError(error).message }));
    }
    return true;
  }
}
