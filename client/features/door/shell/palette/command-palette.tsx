import { Kbd, useComputedColorScheme } from '@mantine/core'
import { createSpotlight, Spotlight, type SpotlightStore, useSpotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import {
  IconBuilding,
  IconCreditCard,
  IconFile,
  IconFolder,
  IconListCheck,
  IconMessage,
  IconSearch,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useBack } from '#client/components/dialogs/use-back.ts'
import { mayDo, useUser } from '#client/lib/session/session.ts'
import { useSession } from '#client/lib/session/session-state.ts'
import { useStore } from '#client/lib/store.ts'
import type { SearchKind, SearchResult } from '#shared/overview/search.ts'
import {
  readRecentCommands,
  readRecents,
  rememberCommand,
  rememberOpened,
} from '../../../overview/search/recents.ts'
import { useDetail, useSearch } from '../../../overview/search/use-search.ts'
import { useSavePreference } from '../../../overview/settings/preferences.ts'
import { openNotifications } from '../../../reactions/notifications/notification-panel-state.ts'
import { useSignOut } from '../account/use-sign-out.ts'
import { screensFor } from '../navigation/nav-links.ts'
import classes from './command-palette.module.css'
import { creations, type PaletteAction, paletteActions, rankActions } from './palette-actions.ts'
import { paletteText, stopCatching } from './palette-text.ts'

const GROUP_SIZE = 4
/** Maximum number of commands listed above the search results. */
const MOST = 6

const ICONS: Record<SearchKind, TablerIcon> = {
  project: IconFolder,
  task: IconListCheck,
  client: IconBuilding,
  employee: IconUser,
  invoice: IconCreditCard,
  message: IconMessage,
  file: IconFile,
}

interface CommandPaletteProps {
  /** The palette opens each time this increases. */
  requests: number
  /** Lists only the create commands. */
  creating: boolean
  onShortcuts: () => void
}

/** Search, navigation and actions by keyboard. */
export function CommandPalette({ requests, creating, onShortcuts }: CommandPaletteProps) {
  const [[store, palette]] = useState(createSpotlight)
  useBack(useSpotlight(store).opened, palette.close)
  const typed = useStore(paletteText)
  const { user_id } = useUser()
  const { query, groups, isPending } = useSearch(creating ? '' : typed, GROUP_SIZE)
  const all = useCommands(creating, onShortcuts)
  const commands = rankActions(all, typed)
  const goTo = useGoTo()
  const fresh = typed.trim() === '' && !creating
  const recents = fresh ? readRecents(user_id) : []
  const lately = fresh ? readRecentCommands(user_id) : []
  const recent = lately.flatMap((label) => all.filter((command) => command.label === label))
  const run = (command: PaletteAction) => {
    rememberCommand(user_id, command.label)
    command.run()
  }
  const open = (result: SearchResult) => {
    rememberOpened(user_id, result)
    goTo({ href: result.link })
  }

  useEffect(() => {
    if (requests > 0) palette.open()
  }, [requests, palette])
  const shown = [query, groups.length, commands.length].join()
  useEffect(() => {
    if (shown !== '') selectFirst(store)
  }, [shown, store])

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={paletteText.write}
      onSpotlightClose={() => void stopCatching()}
      centered={false}
      scrollable
      maxHeight={420}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ actionsGroup: classes.group }}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
    >
      <Spotlight.Search
        aria-label="Search and commands"
        placeholder={creating ? 'What do you want to create?' : 'Search or type a command...'}
        data-palette-field
        onFocus={({ currentTarget }) => {
          const enter = stopCatching()
          const first = selectFirst(store)
          if (enter) first?.click()
          currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
        }}
        size="md"
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <Results label="Recent" results={recents} onOpen={open} />
        <Commands label="Recent commands" commands={recent} onRun={run} />
        <Commands
          label="Commands"
          commands={
            typed.trim() === '' ? commands.filter((one) => !recent.includes(one)) : commands.slice(0, MOST)
          }
          onRun={run}
        />
        {groups.map(({ kind, label, items }) => (
          <Results key={kind} label={label} results={items} onOpen={open} />
        ))}
        {groups.length + commands.length + recents.length === 0 && (
          <Spotlight.Empty>{isPending ? 'Searching...' : 'Nothing found'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Results arrive after typing, when the library has already made its selection. */
function selectFirst(store: SpotlightStore): HTMLElement | undefined {
  const list = document.getElementById(store.getState().listId)
  const actions = [...(list?.querySelectorAll<HTMLElement>('[data-action]') ?? [])]
  for (const [index, action] of actions.entries()) {
    if (index === 0) action.setAttribute('data-selected', 'true')
    else action.removeAttribute('data-selected')
  }
  store.updateState((state) => ({ ...state, selected: 0 }))
  return actions[0]
}

interface CommandsProps {
  label: string
  commands: PaletteAction[]
  onRun: (command: PaletteAction) => void
}

function Commands({ label, commands, onRun }: CommandsProps) {
  if (commands.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={label}>
      {commands.map((command) => (
        <Spotlight.Action
          key={command.label}
          className={classes.action}
          label={command.label}
          leftSection={<command.icon size={16} aria-hidden />}
          rightSection={
            command.keys && (
              <span className={classes.keys} aria-hidden>
                {command.keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </span>
            )
          }
          onClick={() => onRun(command)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

interface ResultsProps {
  label: string
  results: SearchResult[]
  onOpen: (result: SearchResult) => void
}

function Results({ label, results, onOpen }: ResultsProps) {
  const detailOf = useDetail()
  if (results.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={label}>
      {results.map((result) => {
        const Icon = ICONS[result.kind]
        return (
          <Spotlight.Action
            key={`${result.kind}-${result.id}`}
            className={classes.action}
            label={result.title}
            description={detailOf(result)}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => onOpen(result)}
          />
        )
      })}
    </Spotlight.ActionsGroup>
  )
}

function useGoTo() {
  const navigate = useNavigate()
  return (place: NavigateOptions) => void navigate(place)
}

/** Actions allowed for the user, then the screens. */
function useCommands(creating: boolean, openShortcuts: () => void): PaletteAction[] {
  const { user } = useSession()
  const go = useGoTo()
  const signOut = useSignOut()
  const savePreference = useSavePreference()
  const scheme = useComputedColorScheme('light')
  const allowed = ({ can }: PaletteAction) => can === undefined || mayDo(user, can)
  if (creating) return creations({ go }).filter(allowed)
  const actions = paletteActions({
    go,
    openNotifications,
    openShortcuts,
    switchAppearance: () => savePreference({ theme: scheme === 'dark' ? 'light' : 'dark' }),
    signOut: () => void signOut(),
  }).filter(allowed)
  const places = (user === null ? [] : screensFor(user.role)).map(({ label, to, icon, key }) => ({
    label: `Go to ${label}`,
    name: label,
    icon,
    ...(key && { keys: ['G', key] }),
    run: () => go({ to }),
  }))
  return [...actions, ...places]
}
