import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { refuseStrayFiles } from '#client/lib/stray-files.ts'
import { toastDestructive } from '#client/lib/toasts/toast.ts'
import { useReceivedFiles } from '#client/lib/use-received-files.ts'

vi.mock('#client/lib/toasts/toast.ts', () => ({ toastDestructive: vi.fn() }))

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

test('folders are named, and the files beside them received', () => {
  const { receive, field } = setUp()
  const [photos, plans] = FOLDERS as [File, File]
  fireEvent.drop(field(), dragged([photos, SHOT, plans, TEXT], 'Files'))
  expect(receive).toHaveBeenCalledExactlyOnceWith([SHOT, TEXT])
  fireEvent.paste(field(), clipboard([photos], 'Files'))
  expect(receive).toHaveBeenCalledTimes(1)
  const message = 'Folders can’t be uploaded. Drop the files in it, or a ZIP file.'
  expect(vi.mocked(toastDestructive).mock.calls).toEqual([
    [{ title: 'Couldn’t add “Photos”, “Plans”', message }],
    [{ title: 'Couldn’t add “Photos”', message }],
  ])
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
