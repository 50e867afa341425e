//! Finds the perfect matching of least total cost in a complete graph, exactly (Edmonds' blossom algorithm).
//!
//! Every vertex has a dual, and so has every blossom (an odd set that acts as one vertex). No edge costs less than its
//! duals add up to, and matched edges cost exactly that, so no other matching can be cheaper. A stage grows trees from
//! all unmatched vertices until two trees touch, which adds an edge to the matching. The duals change so that a tree
//! can always grow. The time is `O(n³)`, and far less if the first greedy matching is nearly perfect.

#[cfg(test)]
mod tests;

/// No vertex, or no node.
const NONE: usize = usize::MAX;

/// The role of a top-level node in the trees of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    /// In no tree.
    Free,
    /// A root, or an even number of nodes away from one: may get a new mate.
    Outer,
    /// An odd number of nodes away from its root.
    Inner,
}

/// A vertex, or a blossom: an odd ring of nodes.
#[derive(Debug, Clone)]
struct Node {
    label: Label,
    /// For an inner node: the edge that connects it to its tree, from the outer vertex to the vertex in it.
    entry: (usize, usize),
    /// The one vertex in it whose mate is not in it.
    base: usize,
    /// Dual of a blossom.
    dual: i128,
    /// The nodes of a blossom in the order of its ring, the one with the base first; empty for a vertex.
    ring: Vec<Petal>,
}

/// A node of a blossom's ring.
#[derive(Debug, Clone, Copy)]
struct Petal {
    node: usize,
    /// The edge to the next node of the ring: a vertex in this node, and a vertex in the next.
    link: (usize, usize),
}

/// The next event in a stage.
#[derive(Debug, Clone, Copy)]
enum Event {
    /// A tree reaches a free node along this edge.
    Grow(usize, usize),
    /// Two outer nodes touch along this edge.
    Touch(usize, usize),
    /// The dual of an inner blossom has reached zero.
    Open(usize),
}

struct Matcher {
    size: usize,
    /// Costs times four. Together with even duals at the start, this keeps all numbers whole.
    costs: Vec<i128>,
    duals: Vec<i128>,
    mates: Vec<usize>,
    /// Vertices, then blossoms.
    nodes: Vec<Node>,
    /// Slots of dissolved blossoms.
    spare: Vec<usize>,
    /// The top-level node of each vertex.
    top: Vec<usize>,
    /// For each vertex, the nearest outer vertex of another top-level node. By now it may be in the same node.
    near: Vec<usize>,
}

/// Returns the mate of each of `size` vertices in the perfect matching of least total cost. Calls `cost` once for each
/// pair, the smaller vertex first. `size` must be even, and the sum of all costs must leave some bits of an `i128`
/// unused.
pub(super) fn least_cost_matching(size: usize, cost: impl FnMut(usize, usize) -> i128) -> Vec<usize> {
    let mut matcher = Matcher::new(size, cost);
    matcher.start_greedily();
    while matcher.mates.contains(&NONE) && matcher.stage() {}
    matcher.mates
}

impl Matcher {
    fn new(size: usize, mut cost: impl FnMut(usize, usize) -> i128) -> Self {
        let mut costs = vec![0; size * size];
        for first in 0..size {
            for second in first + 1..size {
                let cost = 4 * cost(first, second);
                costs[first * size + second] = cost;
                costs[second * size + first] = cost;
            }
        }
        let vertex = |base| Node { label: Label::Free, entry: (NONE, NONE), base, dual: 0, ring: Vec::new() };
        Self {
            size,
            costs,
            duals: vec![0; size],
            mates: vec![NONE; size],
            nodes: (0..size).map(vertex).collect(),
            spare: Vec::new(),
            top: (0..size).collect(),
            near: vec![NONE; size],
        }
    }

    /// Returns by how much an edge between two top-level nodes costs more than its duals add up to.
    fn slack(&self, first: usize, second: usize) -> i128 {
        self.costs[first * self.size + second] - self.duals[first] - self.duals[second]
    }

    /// Sets high duals, and matches vertices as far as these allow.
    fn start_greedily(&mut self) {
        let others = |vertex| (0..self.size).filter(move |other| *other != vertex);
        let cheapest = |vertex| others(vertex).map(|other| self.costs[vertex * self.size + other]).min();
        self.duals = (0..self.size).map(|vertex| cheapest(vertex).unwrap_or(0) / 2).collect();
        for vertex in 0..self.size {
            if self.mates[vertex] != NONE {
                continue;
            }
            let others = (0..self.size).filter(|other| *other != vertex);
            let nearest = others.min_by_key(|other| (self.slack(vertex, *other), self.mates[*other] != NONE));
            let Some(nearest) = nearest else { return };
            self.duals[vertex] += self.slack(vertex, nearest);
            if self.mates[nearest] == NONE {
                self.mates[vertex] = nearest;
                self.mates[nearest] = vertex;
            }
        }
    }

    /// Adds one edge to the matching. Returns false if that is impossible.
    fn stage(&mut self) -> bool {
        for vertex in 0..self.size {
            let top = self.top[vertex];
            self.nodes[top].label = Label::Free;
            self.near[vertex] = NONE;
        }
        for root in 0..self.size {
            if self.mates[root] == NONE {
                self.make_outer(self.top[root]);
            }
        }
        while let Some((delta, event)) = self.next_event() {
            self.move_duals(delta);
            match event {
                Event::Grow(from, to) => self.grow(from, to),
                Event::Open(blossom) => self.open(blossom),
                Event::Touch(first, second) => {
                    if self.touch(first, second) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Returns the next event and the change of duals that leads to it.
    fn next_event(&mut self) -> Option<(i128, Event)> {
        let mut next: Option<(i128, Event)> = None;
        let mut consider = |delta, event| {
            if next.is_none_or(|(least, _)| delta < least) {
                next = Some((delta, event));
            }
        };
        for vertex in 0..self.size {
            let label = self.nodes[self.top[vertex]].label;
            if label == Label::Inner {
                continue;
            }
            let near = self.nearest_outer(vertex);
            if near == NONE {
                continue;
            }
            let slack = self.slack(near, vertex);
            match label {
                Label::Outer => consider(slack / 2, Event::Touch(near, vertex)),
                _ => consider(slack, Event::Grow(near, vertex)),
            }
        }
        for (blossom, node) in self.nodes.iter().enumerate().skip(self.size) {
            // A blossom within another has no label of its own, see `shrink`.
            if node.label == Label::Inner {
                consider(node.dual / 2, Event::Open(blossom));
            }
        }
        next
    }

    /// Returns the nearest outer vertex of another top-level node.
    fn nearest_outer(&mut self, vertex: usize) -> usize {
        let (near, top) = (self.near[vertex], self.top[vertex]);
        if near != NONE && self.top[near] == top {
            let outer = |other: &usize| self.top[*other] != top && self.nodes[self.top[*other]].label == Label::Outer;
            let nearest = (0..self.size).filter(outer).min_by_key(|other| self.slack(*other, vertex));
            self.near[vertex] = nearest.unwrap_or(NONE);
        }
        self.near[vertex]
    }

    fn move_duals(&mut self, delta: i128) {
        if delta == 0 {
            return;
        }
        for vertex in 0..self.size {
            match self.nodes[self.top[vertex]].label {
                Label::Outer => self.duals[vertex] += delta,
                Label::Inner => self.duals[vertex] -= delta,
                Label::Free => {}
            }
        }
        for blossom in &mut self.nodes[self.size..] {
            match blossom.label {
                Label::Outer => blossom.dual += 2 * delta,
                Label::Inner => blossom.dual -= 2 * delta,
                Label::Free => {}
            }
        }
    }

    /// Makes a node an outer one, and updates the nearest outer vertices of others.
    fn make_outer(&mut self, node: usize) {
        self.nodes[node].label = Label::Outer;
        for vertex in self.vertices(node) {
            self.announce(vertex);
        }
    }

    /// Updates the nearest outer vertex of all vertices in other nodes.
    fn announce(&mut self, outer: usize) {
        for vertex in 0..self.size {
            let (near, top) = (self.near[vertex], self.top[vertex]);
            let is_other = self.top[outer] != top;
            // If the nearest vertex is now in the same node, `nearest_outer` searches again.
            let is_nearer =
                near == NONE || self.top[near] != top && self.slack(outer, vertex) < self.slack(near, vertex);
            if is_other && is_nearer {
                self.near[vertex] = outer;
            }
        }
    }

    /// Makes a free node inner, and the node of its mate outer.
    fn grow(&mut self, from: usize, to: usize) {
        let inner = self.top[to];
        self.nodes[inner].label = Label::Inner;
        self.nodes[inner].entry = (from, to);
        let mate = self.mates[self.nodes[inner].base];
        self.make_outer(self.top[mate]);
    }

    /// Handles two touching outer nodes. In one tree they close a ring; in two they add an edge to the matching (true).
    fn touch(&mut self, first: usize, second: usize) -> bool {
        let (left, right) = (self.way_to_root(first), self.way_to_root(second));
        let joint = right.iter().position(|petal| left.iter().any(|other| other.node == petal.node));
        if let Some(joint) = joint {
            let end = left.iter().position(|petal| petal.node == right[joint].node).unwrap_or(0);
            self.shrink(&left[..end], (first, second), &right[..=joint]);
            return false;
        }
        self.flip(first, second);
        self.flip(second, first);
        true
    }

    /// Returns the nodes from an outer vertex up to its root, each with the edge to the next.
    fn way_to_root(&self, from: usize) -> Vec<Petal> {
        let mut way = Vec::new();
        let mut node = self.top[from];
        loop {
            let base = self.nodes[node].base;
            let mate = self.mates[base];
            way.push(Petal { node, link: (base, mate) });
            if mate == NONE {
                return way;
            }
            let inner = self.top[mate];
            let (parent, entry) = self.nodes[inner].entry;
            way.push(Petal { node: inner, link: (entry, parent) });
            node = self.top[parent];
        }
    }

    /// Gives an outer vertex a new mate, and changes the mates on its path to the root.
    fn flip(&mut self, outer: usize, mate: usize) {
        let (mut vertex, mut mate) = (outer, mate);
        loop {
            let node = self.top[vertex];
            let left = self.mates[self.nodes[node].base];
            self.rebase(node, vertex);
            self.mates[vertex] = mate;
            if left == NONE {
                return;
            }
            let inner = self.top[left];
            let (parent, entry) = self.nodes[inner].entry;
            self.rebase(inner, entry);
            self.mates[entry] = parent;
            (vertex, mate) = (parent, entry);
        }
    }
}

/// Blossoms: rings with an odd number of nodes, which the search treats as one node.
impl Matcher {
    /// Returns the vertices in a node.
    fn vertices(&self, node: usize) -> Vec<usize> {
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
    fn shrink(&mut self, left: &[Petal], touching: (usize, usize), right: &[Petal]) {
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
    fn open(&mut self, blossom: usize) {
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
    fn rebase(&mut self, node: usize, base: usize) {
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
