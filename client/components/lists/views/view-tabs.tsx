import { Button, Menu, UnstyledButton } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash, IconUsers, IconUsersMinus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { ActionMenu } from '#client/components/lists/action-menu.tsx'
import { lazyComponent } from '#client/lib/loading/lazy-component.ts'
import { type Inputs, trpc } from '#client/lib/queries/trpc.ts'
import type { ScreenSearch } from '#client/lib/search-params.ts'
import { useSearchState } from '#client/lib/search-state.ts'
import { useCan, useUser } from '#client/lib/session/session.ts'
import { errorToast, toast } from '#client/lib/toasts/toast.ts'
import type { ViewDto, ViewedList } from '#shared/overview/schemas/views.ts'
import { addressOf, isSame, viewStateOf } from './view-state.ts'
import classes from './view-tabs.module.css'

const ViewDialog = lazyComponent(() => import('./view-dialog.tsx'), 'ViewDialog')

interface ViewTabsProps<State extends { saved: string | null }> {
  list: ViewedList
  /** The first tab, which shows the list with default settings. */
  all: string
  screen: ScreenSearch<State>
  keys: readonly (keyof State & string)[]
}

type Save = Inputs['views']['save']

/**
 * The user's saved views and those shared by the team, as tabs above the list. Hidden until a view can be
 * saved.
 */
export function ViewTabs<State extends { saved: string | null }>(props: ViewTabsProps<State>) {
  const { list, all, screen, keys } = props
  const [state, setState] = useSearchState(screen)
  const { data: views = [] } = trpc.views.list.useQuery({ list })
  const [naming, setNaming] = useState<'new' | ViewDto | null>(null)
  const open = (view: ViewDto | null) => setState(addressOf(screen, keys, view), 'push')
  const save = trpc.views.save.useMutation({ onError: errorToast('Failed to save the view') })
  const remove = trpc.views.delete.useMutation({ onError: errorToast('Failed to delete the view') })
  const shares = useMayShare()
  const share = trpc.views.share.useMutation({
    onError: errorToast('Failed to share the view'),
    onSuccess: ({ name, shared }) =>
      toast({
        title: shared ? 'View shared' : 'View no longer shared',
        message: shared ? `Your team sees “${name}”.` : `“${name}” is visible to its owner only.`,
      }),
  })
  const current = viewStateOf(screen, keys, state)
  const opened = views.find(({ id }) => id === state.saved) ?? null
  // The layout is remembered separately, so changing only the layout doesn't count as a view.
  const changed =
    opened === null ? Object.keys(current).some((key) => key !== 'view') : !isSame(current, opened.state)
  if (views.length === 0 && !changed) return null

  const write = (fields: { id?: string; version?: number; name: string; state: ViewDto['state'] }) =>
    save.mutateAsync({ ...fields, list } as Save)
  const forget = (view: ViewDto) =>
    remove.mutate(
      { id: view.id },
      {
        onSuccess: () => {
          if (state.saved === view.id) open(null)
          toast({ title: 'View deleted', message: `“${view.name}” has been deleted.` })
        },
      },
    )
  return (
    <nav className={classes.tabs} aria-label="Views">
      <Tab name={all} active={opened === null} onClick={() => open(null)} />
      {views.map((view) => (
        <span key={view.id} className={classes.saved}>
          <Tab
            name={view.name}
            shared={view.shared}
            active={opened?.id === view.id}
            onClick={() => open(view)}
          />
          {opened?.id === view.id && view.can_edit && (
            <ActionMenu label={`the view ${view.name}`}>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setNaming(view)}>
                Rename
              </Menu.Item>
              {shares && (
                <Menu.Item
                  leftSection={
                    view.shared ? (
                      <IconUsersMinus size={16} aria-hidden />
                    ) : (
                      <IconUsers size={16} aria-hidden />
                    )
                  }
                  onClick={() => share.mutate({ id: view.id, shared: !view.shared })}
                >
                  {view.shared ? 'Stop sharing' : 'Share with the team'}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => forget(view)}>
                Delete
              </Menu.Item>
            </ActionMenu>
          )}
        </span>
      ))}
      {changed && (
        <span className={classes.actions}>
          {opened?.can_edit && (
            <Button
              size="compact-sm"
              variant="light"
              loading={save.isPending}
              onClick={() => {
                const { id, version, name } = opened
                write({ id, version, name, state: current }).catch(() => {})
              }}
            >
              Save changes
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setNaming('new')}
          >
            Save view
          </Button>
        </span>
      )}
      {naming !== null && (
        <Suspense>
          <ViewDialog
            view={naming === 'new' ? null : naming}
            onClose={() => setNaming(null)}
            onName={async (name) => {
              if (naming !== 'new') return void (await write({ ...pick(naming), name }))
              const { id } = await write({ name, state: current })
              setState({ saved: id } as Partial<State>)
            }}
          />
        </Suspense>
      )}
    </nav>
  )
}

const pick = ({ id, version, state }: ViewDto) => ({ id, version, state })

/** Owners can share views with their team; platform administrators can't. */
function useMayShare(): boolean {
  const { agency_id, viewing_as } = useUser()
  return useCan('view.share') && agency_id !== null && !viewing_as
}

interface TabProps {
  name: string
  shared?: boolean
  active: boolean
  onClick: () => void
}

const Tab = ({ name, shared = false, active, onClick }: TabProps) => (
  <UnstyledButton className={classes.tab} aria-current={active || undefined} onClick={onClick}>
    {shared && (
      <>
        <IconUsers size={14} role="img" aria-label="Shared with the team" className={classes.shared} />{' '}
      </>
    )}
    {name}
  </UnstyledButton>
)
