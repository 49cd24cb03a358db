/**
 * Browsers that translate a page put each text into elements of their own. React, whose text is no longer where it was,
 * then fails to remove it or to insert before it, and the screen crashes (facebook/react#11538).
 */
export function tolerateTranslation(): () => void {
  const { removeChild, insertBefore } = Node.prototype

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const present = childWith(this, child)
    if (present !== null) removeChild.call(this, present)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    return insertBefore.call(this, child, childWith(this, next)) as Child
  }
  return () => Object.assign(Node.prototype, { removeChild, insertBefore })
}

/** The parent's child that is or contains the node; null if none is. */
function childWith(parent: Node, node: Node | null): Node | null {
  let child = node
  while (child !== null && child.parentNode !== parent) child = child.parentNode
  return child
}
