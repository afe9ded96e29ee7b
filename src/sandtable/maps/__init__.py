"""Geometry: hexes, areas, boxes with roads; neighbours, reach and trace."""
