import type { MantineThemeComponents } from '@mantine/core'

const motion = { duration: 150 }

const layer = {
  // Its header is a `<header>`, which would count as a second banner landmark.
  attributes: { header: { role: 'none' } },
  closeButtonProps: { 'aria-label': 'Close' },
  transitionProps: motion,
}

/** Defaults by component name, so that the theme imports no components into the first load. */
export const componentDefaults: MantineThemeComponents = {
  Button: { defaultProps: { size: 'sm' } },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 } },
  Textarea: { defaultProps: { autosize: true, minRows: 3 } },
  Select: { defaultProps: { allowDeselect: false, comboboxProps: { shadow: 'md' } } },
  // Two closed lists with long option lists would add 2,000 elements to the page.
  Combobox: { defaultProps: { keepMounted: false } },
  // The chevron adds no information for screen readers.
  ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
  MultiSelect: { defaultProps: { comboboxProps: { shadow: 'md' } } },
  Modal: {
    styles: { title: { fontWeight: 600 } },
    defaultProps: {
      ...layer,
      centered: true,
      overlayProps: { backgroundOpacity: 0.4 },
    },
  },
  Drawer: {
    styles: { title: { fontWeight: 600 } },
    defaultProps: {
      ...layer,
      position: 'right',
      overlayProps: { backgroundOpacity: 0.25 },
    },
  },
  Menu: {
    defaultProps: {
      shadow: 'md',
      position: 'bottom-end',
      transitionProps: motion,
      // The placeholder is a focusable child, which ARIA doesn't allow in menus.
      withInitialFocusPlaceholder: false,
    },
  },
  Popover: { defaultProps: { shadow: 'md', transitionProps: motion } },
  Tooltip: { defaultProps: { openDelay: 700, withArrow: false, transitionProps: motion } },
  Card: { defaultProps: { withBorder: true, padding: 'md' } },
  Paper: { defaultProps: { withBorder: true } },
  Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 12, highlightOnHover: true } },
  Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none' } },
  Tabs: { defaultProps: { keepMounted: false } },
}
