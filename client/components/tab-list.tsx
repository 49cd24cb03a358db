import { Tabs, type TabsListProps } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './tab-list.module.css'

/** Tabs in one row. If they scroll, the selected one is scrolled into view. */
export function TabList({ value, className = '', ...props }: TabsListProps & { value: string }) {
  const list = useRef<HTMLDivElement>(null)
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is selected
  useEffect(() => {
    const showSelected = () => list.current && scrollToSelected(list.current)
    showSelected()
    // The router's scroll restoration moves the row back to its position before the tab was selected.
    return router.subscribe('onRendered', showSelected)
  }, [value, router])
  return <Tabs.List ref={list} className={`${classes.tabs} ${className}`} {...props} />
}

/** Moves only the row; `scrollIntoView` would also move the page. */
function scrollToSelected(list: HTMLElement) {
  const tab = list.querySelector('[aria-selected="true"]')?.getBoundingClientRect()
  if (!tab) return
  const row = list.getBoundingClientRect()
  if (tab.left < row.left) list.scrollLeft -= row.left - tab.left
  else if (tab.right > row.right) list.scrollLeft += tab.right - row.right
}
