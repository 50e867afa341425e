//! Blossoms: rings with an odd number of nodes, which the search treats as one node.

use super::{Label, Matcher, NONE, Node, Petal};

impl Matcher {
    /// Returns the vertices in a node.
    pub(super) fn vertices(&self, node: usize) -> Vec<usize> {
        let (mut vertices, mut open) = (Vec::new(), vec![node]);
        while let Some(node) = open.pop() {
            if node < self.size {
                vertices.push(node);
            }
            open.extend(self.nodes[node].ring.iter().map(|petal| petal.node));
        }
        vertices
    }

    /// Makes one outer node of a ring. The ring consists of the left path, which ends just below the common node, the
    /// touching edge between the starts of both paths, and the right path, which ends with the common node.
    pub(super) fn shrink(&mut self, left: &[Petal], touching: (usize, usize), right: &[Petal]) {
        let Some((joint, right)) = right.split_last() else { return };
        // From the common node down the left path, over the touching edge, and up the right path to the common node
        // again.
        let mut ring = Vec::with_capacity(left.len() + right.len() + 1);
        let mut from = joint.node;
        for petal in left.iter().rev() {
            ring.push(Petal { node: from, link: (petal.link.1, petal.link.0) });
            from = petal.node;
        }
        ring.push(Petal { node: from, link: touching });
        ring.extend(right);
        let mut newly_outer = Vec::new();
        for petal in &ring {
            if self.nodes[petal.node].label == Label::Inner {
                newly_outer.extend(self.vertices(petal.node));
            }
            self.nodes[petal.node].label = Label::Free;
        }
        let base = self.nodes[joint.node].base;
        let blossom = self.add(Node { label: Label::Outer, entry: (NONE, NONE), base, dual: 0, ring });
        self.raise_to_top(blossom);
        for vertex in newly_outer {
            self.announce(vertex);
        }
    }

    /// Dissolves an inner blossom: the nodes between its entry and its base stay in the tree, the others leave it.
    pub(super) fn open(&mut self, blossom: usize) {
        let ring = std::mem::take(&mut self.nodes[blossom].ring);
        let entry = self.nodes[blossom].entry;
        self.nodes[blossom].label = Label::Free;
        self.spare.push(blossom);
        for petal in &ring {
            self.raise_to_top(petal.node);
        }
        let first = ring.iter().position(|petal| petal.node == self.top[entry.1]).unwrap_or(0);
        // An even number of steps to the base, alternating between matched and other edges.
        let mut at = first;
        self.make_inner(ring[at].node, entry);
        while at != 0 {
            let (outer, next, link) = if first.is_multiple_of(2) {
                (at - 1, at - 2, ring[at - 2].link)
            } else {
                let link = ring[at + 1].link;
                (at + 1, (at + 2) % ring.len(), (link.1, link.0))
            };
            self.make_inner(ring[next].node, (link.1, link.0));
            self.make_outer(ring[outer].node);
            at = next;
        }
    }

    /// Makes a vertex the base of its node, and changes mates around the ring so that all other vertices have mates
    /// within it.
    pub(super) fn rebase(&mut self, node: usize, base: usize) {
        if self.nodes[node].base == base {
            return;
        }
        let mut ring = std::mem::take(&mut self.nodes[node].ring);
        let at = ring.iter().position(|petal| self.contains(petal.node, base)).unwrap_or(0);
        self.rebase(ring[at].node, base);
        ring.rotate_left(at);
        // From the new base on, every second edge of the ring is matched.
        for pair in ring[1..].chunks_exact(2) {
            let (first, second) = pair[0].link;
            self.rebase(pair[0].node, first);
            self.rebase(pair[1].node, second);
            self.mates[first] = second;
            self.mates[second] = first;
        }
        self.nodes[node].ring = ring;
        self.nodes[node].base = base;
    }

    fn contains(&self, node: usize, vertex: usize) -> bool {
        node == vertex || self.nodes[node].ring.iter().any(|petal| self.contains(petal.node, vertex))
    }

    fn make_inner(&mut self, node: usize, entry: (usize, usize)) {
        self.nodes[node].label = Label::Inner;
        self.nodes[node].entry = entry;
    }

    fn raise_to_top(&mut self, node: usize) {
        for vertex in self.vertices(node) {
            self.top[vertex] = node;
        }
    }

    fn add(&mut self, node: Node) -> usize {
        if let Some(slot) = self.spare.pop() {
            self.nodes[slot] = node;
            return slot;
        }
        self.nodes.push(node);
        self.nodes.len() - 1
    }
}
