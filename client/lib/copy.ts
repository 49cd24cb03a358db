import { useEffect, useRef, useState } from 'react'
import { toast } from './toasts/toast.ts'

const COPIED_MS = 1500

/**
 * Copies a text displayed in the element `shown`. If the browser refuses, that element's text is selected for copying
 * by hand.
 */
export function useCopy<Shown extends HTMLElement>(text: string) {
  const shown = useRef<Shown>(null)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  async function copy() {
    if ((await write(text)) || copySelected(text, shown.current)) setCopied(true)
    else
      toast({
        title: 'Copy the selected text',
        message: 'Your browser doesn’t allow copying. Press Ctrl+C or ⌘C.',
      })
  }
  return { shown, copied, copy: () => void copy() }
}

async function write(text: string): Promise<boolean> {
  // Only secure pages have a clipboard.
  if (!('clipboard' in navigator)) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

/** The legacy method, which requires a selection in some browsers and a click in all. */
function copySelected(text: string, shown: HTMLElement | null): boolean {
  if (shown !== null) select(shown)
  let taken = false
  const take = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    taken = true
  }
  document.addEventListener('copy', take, { capture: true, once: true })
  const done = document.execCommand('copy')
  document.removeEventListener('copy', take, { capture: true })
  return done && taken
}

function select(shown: HTMLElement): void {
  if (shown instanceof HTMLInputElement) {
    shown.focus()
    shown.select()
  } else getSelection()?.selectAllChildren(shown)
}
