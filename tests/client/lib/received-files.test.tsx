import { notifications, notificationsStore } from '@mantine/notifications'
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { refuseStrayFiles } from '#client/lib/stray-files.ts'
import { useReceivedFiles } from '#client/lib/use-received-files.ts'

afterEach(cleanup)

const SHOT = new File(['png'], 'image.png', { type: 'image/png' })
const TEXT = new File(['text'], 'notes.txt')
const FOLDERS = [new File([], 'Photos'), new File([], 'Plans')]

function setUp() {
  const receive = vi.fn()
  function Field() {
    const { over, target } = useReceivedFiles(receive)
    return (
      <form {...target}>
        <textarea aria-label={over ? 'Drop here' : 'Message'} />
      </form>
    )
  }
  render(<Field />)
  onTestFinished(refuseStrayFiles())
  return { receive, field: () => screen.getByRole('textbox') }
}

/** Texts are items, too; folders come as files of their name. */
const transfer = (files: File[], types: string[]) => ({
  files,
  types,
  items: [
    { kind: 'string', webkitGetAsEntry: () => null },
    ...files.map((file) => ({
      kind: 'file',
      webkitGetAsEntry: () => (file === SHOT ? null : { isDirectory: FOLDERS.includes(file) }),
    })),
  ],
})
const shown = (title: string) =>
  expect
    .poll(() => notificationsStore.getState().notifications)
    .toContainEqual(expect.objectContaining({ title }))
const clipboard = (files: File[], ...types: string[]) => ({ clipboardData: transfer(files, types) })
const dragged = (files: File[], ...types: string[]) => ({ dataTransfer: transfer(files, types) })

test('a pasted screenshot is received, and pasted text stays text', () => {
  const { receive, field } = setUp()
  const paste = (data: object) => fireEvent.paste(field(), data)
  expect(paste(clipboard([], 'text/plain'))).toBe(true)
  expect(paste(clipboard([SHOT], 'text/plain', 'text/html', 'Files'))).toBe(true)
  expect(receive).not.toHaveBeenCalled()
  expect(paste(clipboard([SHOT], 'Files'))).toBe(false)
  expect(receive).toHaveBeenCalledExactlyOnceWith([SHOT])
  expect(paste(clipboard([TEXT], 'text/plain', 'Files')), 'a file and its name').toBe(false)
  expect(receive).toHaveBeenLastCalledWith([TEXT])
  expect(paste(clipboard([SHOT], 'text/html', 'Files')), 'an image copied from a web page').toBe(false)
})

test('a dropped file is received, and dragged text is not', () => {
  const { receive, field } = setUp()
  fireEvent.dragOver(field(), dragged([], 'text/plain'))
  expect(field().getAttribute('aria-label')).toBe('Message')
  fireEvent.dragOver(field(), dragged([], 'Files'))
  expect(field().getAttribute('aria-label')).toBe('Drop here')
  fireEvent.drop(field(), dragged([SHOT], 'Files'))
  expect(field().getAttribute('aria-label')).toBe('Message')
  expect(receive).toHaveBeenCalledExactlyOnceWith([SHOT])
})

test('folders are named, and the files beside them received', async () => {
  // The queue of the page, which files share.
  notifications.clean()
  const { receive, field } = setUp()
  const [photos, plans] = FOLDERS as [File, File]
  fireEvent.drop(field(), dragged([photos, SHOT, plans, TEXT], 'Files'))
  expect(receive).toHaveBeenCalledExactlyOnceWith([SHOT, TEXT])
  await shown('Couldn’t add “Photos”, “Plans”')
  fireEvent.paste(field(), clipboard([photos], 'Files'))
  expect(receive).toHaveBeenCalledTimes(1)
  await shown('Couldn’t add “Photos”')
})

test.each(['dragOver', 'drop'] as const)('a file beside its target never leaves the page: %s', (kind) => {
  const { receive } = setUp()
  const drag = (types: string[]) => {
    const event = createEvent[kind](document.body, dragged([SHOT], ...types))
    fireEvent(document.body, event)
    return event
  }
  const { defaultPrevented, dataTransfer } = drag(['Files']) as DragEvent
  expect(defaultPrevented).toBe(true)
  expect(dataTransfer?.dropEffect).toBe('none')
  expect(drag(['text/plain']).defaultPrevented).toBe(false)
  expect(receive).not.toHaveBeenCalled()
})
